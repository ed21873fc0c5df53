"""Arms with hands, path-traced from MakeHuman's shapes (CC0): cut-outs that `films.arms` lays over tables."""
