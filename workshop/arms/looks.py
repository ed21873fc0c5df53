"""Skin, cloth and other surfaces as Blender's nodes. Imports Blender: only for the command that renders."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import bpy
import numpy as np

from workshop.arms.people import Cloth, Colour, Rng, Skin

Socket: TypeAlias = bpy.types.NodeSocket
Number: TypeAlias = float | Socket
Value: TypeAlias = Number | str | tuple[float, ...] | Colour


def linear(colour: Colour) -> Colour:
    """Colours sRGB 0..1 as linear light."""
    c = np.clip(np.asarray(colour, float), 0, 1)
    return np.asarray(np.where(c < 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4))


class _Nodes:
    """A short way to write a material's node graph."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self._tree = self.material.node_tree
        self._tree.nodes.clear()

    def node(
        self, kind: str, inputs: Mapping[int | str, Value] | None = None, *, out: int | str = 0, **properties: str | bool | bpy.types.Image
    ) -> Socket:
        node = self._tree.nodes.new(f"ShaderNode{kind}")
        for name, property_value in properties.items():
            setattr(node, name, property_value)
        for key, value in (inputs or {}).items():
            socket = node.inputs[key]
            if isinstance(value, bpy.types.NodeSocket):
                self._tree.links.new(value, socket)
            elif socket.type == "RGBA":
                socket.default_value = (*np.asarray(value, float)[:3], 1)
            else:
                socket.default_value = value
        return node.outputs[out]

    def math(self, operation: str, a: Number, b: Number = 0.0, *, clamp: bool = False) -> Socket:
        return self.node("Math", {0: a, 1: b}, operation=operation, use_clamp=clamp)

    def times(self, *factors: Number) -> Socket:
        out = factors[0]
        for factor in factors[1:]:
            out = self.math("MULTIPLY", out, factor)
        return out

    def plus(self, *terms: Number) -> Socket:
        out = terms[0]
        for term in terms[1:]:
            out = self.math("ADD", out, term)
        return out

    def mix(self, share: Number, a: Value, b: Value) -> Socket:
        return self.node("Mix", {0: share, 6: a, 7: b}, out=2, data_type="RGBA", clamp_factor=True)

    def vector(self, operation: str, a: Value, b: Value) -> Socket:
        return self.node("VectorMath", {0: a, 1: b}, operation=operation)

    def noise(self, scale: float, where: Socket, detail: float = 3, rough: float = 0.5) -> Socket:
        return self.node("TexNoise", {"Scale": scale, "Vector": where, "Detail": detail, "Roughness": rough})

    def ramp(self, value: Number, low: float, high: float) -> Socket:
        return self.node("MapRange", {0: value, 1: low, 2: high, 3: 0.0, 4: 1.0}, clamp=True)

    def attribute(self, name: str) -> Socket:
        return self.node("Attribute", out="Fac", attribute_name=name)

    def bump(self, height: Socket, strength: float, distance: float) -> Socket:
        return self.node("Bump", {"Strength": strength, "Distance": distance, "Height": height})

    def done(self, shader: Socket) -> bpy.types.Material:
        output = self._tree.nodes.new("ShaderNodeOutputMaterial")
        self._tree.links.new(shader, output.inputs[0])
        return self.material


def skin(rng: Rng, look: Skin, nails: Path) -> bpy.types.Material:
    """Skin with redder knuckles, creases, veins, freckles, hair and nails; the mesh's attributes say where."""
    n = _Nodes("skin")
    tone = linear(look.tone)
    shift = n.vector("ADD", n.node("Attribute", out="Vector", attribute_name="rest"), tuple(rng.uniform(0, 50, 3)))
    big, mid, fine = n.noise(1.6, shift), n.noise(9, shift, 4), n.noise(55, shift, 2)
    darker, redder = tone * (0.72, 0.62, 0.58), np.clip(tone * (1.06, 0.66, 0.62), 0, 1)
    palm = tone * (1.05, 0.88, 0.86) if tone.mean() >= 0.2 else tone * 0.35 + np.array([0.42, 0.22, 0.17]) * 0.65
    dorsal = n.math("SUBTRACT", 1.0, n.attribute("palm"), clamp=True)
    ridge = n.ramp(n.math("ABSOLUTE", n.math("SUBTRACT", n.noise(1.5, n.vector("MULTIPLY", shift, (2.2, 0.7, 2.2)), 1.5), 0.5)), 0.035, 0.0)
    vein = n.times(ridge, n.attribute("back"), dorsal)
    colour = n.mix(n.ramp(big, 0.38, 0.66), tone, tone * 0.55 + redder * 0.45)
    colour = n.mix(n.times(n.ramp(mid, 0.5, 0.75), 0.4 + 0.3 * look.old), colour, darker)
    colour = n.mix(n.times(n.ramp(mid, 0.5, 0.25), 0.3), colour, np.clip(tone * (1.1, 1.12, 1.12), 0, 1))
    colour = n.mix(n.times(n.attribute("red"), 0.75 * look.red), colour, redder)
    colour = n.mix(n.times(n.attribute("crease"), 0.55), colour, darker)
    colour = n.mix(n.times(n.attribute("palm"), 0.85), colour, np.clip(palm, 0, 1))
    colour = n.mix(n.times(vein, 0.4 * look.veins), colour, tone * (0.62, 0.74, 0.78))
    spots = n.times(
        n.ramp(n.node("TexVoronoi", {"Scale": 16.0, "Vector": shift}), 0.26, 0.12), n.ramp(n.noise(5, shift), 0.45, 0.6), dorsal
    )
    colour = n.mix(n.times(spots, min(0.7, 0.8 * look.freckles + 0.35 * look.old)), colour, tone * (0.6, 0.44, 0.34))
    hairs = n.ramp(n.noise(1.0, n.vector("MULTIPLY", shift, (60.0, 7.0, 60.0)), 1), 0.64, 0.7)
    colour = n.mix(n.times(hairs, n.attribute("hairy"), min(0.85, look.hair)), colour, (0.02, 0.013, 0.009))
    image = bpy.data.images.load(str(nails), check_existing=True)
    image.colorspace_settings.name = "Non-Color"
    nail = n.ramp(n.node("TexImage", {"Vector": n.node("UVMap", uv_map="uv")}, image=image), 0.25, 0.6)
    polish = linear(look.polish) if look.polish is not None else np.clip(tone * 0.55 + np.array([0.55, 0.33, 0.29]) * 0.45, 0, 1)
    colour = n.mix(n.times(nail, 0.9), colour, polish)
    lines = n.ramp(n.node("TexVoronoi", {"Scale": 34.0, "Vector": shift}, feature="DISTANCE_TO_EDGE"), 0.0, 0.12)
    height = n.plus(n.times(lines, 0.35), n.times(fine, 0.4), n.times(mid, 1.2 + 1.5 * look.old), n.times(vein, 1.6 * look.veins))
    knuckles = n.times(n.attribute("crease"), n.noise(22, n.vector("MULTIPLY", shift, (0.35, 2.2, 1)), 1), 3.2)
    normal = n.bump(n.math("SUBTRACT", height, knuckles), 0.55 + 0.3 * look.old, 0.02)
    rough = n.math("SUBTRACT", n.plus(look.rough, n.times(mid, 0.15)), n.times(nail, 0.28))
    surface: dict[int | str, Value] = {
        "Base Color": colour,
        "Subsurface Weight": 0.9,
        "Subsurface Scale": 0.06,
        "Subsurface Radius": (1.0, 0.35, 0.2),
    }
    surface |= {"Roughness": rough, "Specular IOR Level": 0.4, "Normal": normal}
    return n.done(n.node("BsdfPrincipled", surface, subsurface_method="BURLEY"))


def cloth(look: Cloth) -> bpy.types.Material:
    """Woven or knitted cloth with a pattern and with creases that run across and aslant."""
    n = _Nodes("cloth")
    uv = n.node("UVMap", uv_map="uv")
    u, v = n.node("SeparateXYZ", {0: uv}, out=0), n.node("SeparateXYZ", {0: uv}, out=1)

    def band(x: Socket) -> Socket:
        return n.math("GREATER_THAN", n.math("FRACT", n.math("DIVIDE", x, look.stripe * 2)), 0.5)

    share: Number = 0.0
    if look.pattern == "melange":
        share = n.ramp(n.noise(40, uv, 6, 0.8), 0.4, 0.6)
    elif look.pattern in ("stripes", "rings"):
        share = band(u if look.pattern == "stripes" else v)
    elif look.pattern == "checks":
        share = n.times(n.plus(band(u), band(v)), 0.5)
    first, second = look.colours
    colour = n.mix(share, first, second)
    weave = look.weave * (0.35 if look.knit else 1) * 0.16
    threads = n.times(
        n.node("TexWave", {"Scale": weave, "Vector": uv, "Distortion": 2.0 if look.knit else 0.6}, out=1, bands_direction="X"),
        n.node("TexWave", {"Scale": weave, "Vector": uv, "Distortion": 0.6}, out=1, bands_direction="Y"),
    )
    crease = n.math("ABSOLUTE", n.math("SUBTRACT", n.noise(1.0, n.vector("MULTIPLY", uv, (0.9, 2.4, 1.0)), 2, 0.5), 0.5))
    sharp = n.ramp(crease, 0.0, 0.12)  # Ridged noise: narrow valleys, broad hills.
    colour = n.mix(n.times(n.math("SUBTRACT", 1.0, sharp), 0.2), colour, first * 0.5)
    height = n.plus(n.times(threads, 0.25), n.times(sharp, 45 * look.folds), n.times(n.noise(7, uv, 4), 1.5))
    surface: dict[int | str, Value] = {
        "Base Color": colour,
        "Roughness": 0.9,
        "Specular IOR Level": 0.15,
        "Sheen Weight": 0.3,
        "Normal": n.bump(height, 0.6, 0.04),
    }
    return n.done(n.node("BsdfPrincipled", surface))


def plain(colour: Value, rough: float = 0.4, metal: float = 0.0) -> bpy.types.Material:
    """One colour, linear RGB 0..1."""
    n = _Nodes("plain")
    return n.done(n.node("BsdfPrincipled", {"Base Color": colour, "Roughness": rough, "Metallic": metal}))
