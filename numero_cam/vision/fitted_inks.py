"""How the hues of prints are spread on drawn tables; written by ``python -m workshop inks``, read by ``table_colours``."""

FITTED = {
    "colours": ["r", "b", "g", "o", ""],
    "centres": [[0.466, -0.038], [-0.286, -0.2288], [-0.1182, 0.2172], [0.3559, 0.2458], [-0.0251, -0.0439]],
    "between": [[[0.0993, -0.0094], [-0.0094, 0.0209]],
        [[0.0882, 0.0266], [0.0266, 0.0645]],
        [[0.0589, -0.0024], [-0.0024, 0.0683]],
        [[0.0761, 0.0636], [0.0636, 0.0645]],
        [[0.002, 0.0], [0.0, 0.002]]],
    "within": [[0.0013, 0.0003], [0.0003, 0.0009]],
    "judge_weight": 0.8,
    "hue_weight": 0.4,
    "outliers": 0.4,
}  # fmt: skip
