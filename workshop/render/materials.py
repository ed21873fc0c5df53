"""Surfaces: card faces, glazes, and the tables themselves, all made of Blender's own noise. Imports Blender."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import bpy
import numpy as np

Colour = tuple[float, float, float]
Socket: TypeAlias = bpy.types.NodeSocket
Value: TypeAlias = float | str | tuple[float, ...] | Socket


class Nodes:
    """A short way to write a material's node graph."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]
        self.place = self.tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]

    def node(self, kind: str, *, out: str | int = 0, **inputs: Value) -> Socket:
        """Add a node, its inputs given as values or as other nodes' outputs (underscores for blanks); returns an output."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for key, value in inputs.items():
            if hasattr(node, key) and not isinstance(value, bpy.types.NodeSocket):
                setattr(node, key, value)
                continue
            socket = node.inputs[key.replace("_", " ")]
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node.outputs[out]

    def ramp(self, value: Socket, *stops: tuple[float, Colour]) -> Socket:
        """A gradient of colours, at places from 0 to 1."""
        node = self.tree.nodes.new("ShaderNodeValToRGB")
        while len(node.color_ramp.elements) < len(stops):
            node.color_ramp.elements.new(0.5)
        for element, (place, colour) in zip(node.color_ramp.elements, stops, strict=True):
            element.position, element.color = place, (*colour, 1)
        self.tree.links.new(value, node.inputs["Fac"])
        return node.outputs["Color"]

    def stretched(self, x: float, y: float, *, turn: float = 0.0) -> Socket:
        """The table's coordinates, scaled."""
        return self.node("Mapping", Vector=self.place, Scale=(x, y, 1.0), Rotation=(0.0, 0.0, turn))

    def noise(self, where: Socket, scale: float, *, detail: float = 6.0, rough: float = 0.6) -> Socket:
        """Soft noise from 0 to 1."""
        return self.node("TexNoise", Vector=where, Scale=scale, Detail=detail, Roughness=rough)

    def mixed(self, share: Value, one: Value, other: Value, *, how: str = "MIX") -> Socket:
        """Two colours mixed."""
        node = self.tree.nodes.new("ShaderNodeMix")
        node.data_type, node.blend_type = "RGBA", how
        for socket, value in ((node.inputs[0], share), (node.inputs[6], one), (node.inputs[7], other)):
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = (*value, 1) if isinstance(value, tuple) else value
        return node.outputs[2]

    def finish(self, colour: Socket, *, rough: float, bump: Socket | None = None, depth: float = 0.1) -> bpy.types.Material:
        """Connect the colour, and a height as bumps; returns the material."""
        self.tree.links.new(colour, self.shader.inputs["Base Color"])
        self.shader.inputs["Roughness"].default_value = rough
        if bump is not None:
            normal = self.node("Bump", out="Normal", Height=bump, Strength=depth, Distance=0.002)
            self.tree.links.new(normal, self.shader.inputs["Normal"])
        return self.material


def plain(name: str, colour: Colour, *, rough: float, coat: float = 0.0) -> bpy.types.Material:
    """One colour."""
    nodes = Nodes(name)
    nodes.shader.inputs["Base Color"].default_value = (*colour, 1)
    nodes.shader.inputs["Roughness"].default_value = rough
    nodes.shader.inputs["Coat Weight"].default_value = coat
    return nodes.material


def printed(picture: Path, *, rough: float) -> bpy.types.Material:
    """A printed card face with the fine grain of card stock."""
    nodes = Nodes(picture.stem)
    image = nodes.tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(picture))
    where = nodes.tree.nodes.new("ShaderNodeUVMap").outputs["UV"]
    nodes.tree.links.new(where, image.inputs["Vector"])
    grain = nodes.noise(nodes.stretched(1, 1), 2600.0, detail=2.0)
    nodes.shader.inputs["Specular IOR Level"].default_value = 0.35
    return nodes.finish(image.outputs["Color"], rough=rough, bump=grain, depth=0.04)


def ruled(name: str) -> bpy.types.Material:
    """Writing paper with blue lines."""
    nodes = Nodes(name)
    wave = nodes.node("TexWave", Vector=nodes.place, bands_direction="Y", Scale=36.0)
    colour = nodes.ramp(wave, (0.0, (0.86, 0.87, 0.86)), (0.93, (0.86, 0.87, 0.86)), (0.97, (0.45, 0.6, 0.85)))
    return nodes.finish(colour, rough=0.8)


def surface(name: str, seed: int) -> bpy.types.Material:
    """The table called `name`; the seed shifts its grain."""
    rng = np.random.default_rng(seed)
    nodes = Nodes(name)
    shift = (*rng.uniform(-5, 5, 2), 0.0)
    nodes.place = nodes.node("Mapping", Vector=nodes.place, Location=shift)
    return SURFACES[name](nodes)


def _blend(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue


def _wood(light: Colour, dark: Colour, *, planks: float, rough: float, shine: float = 0.0) -> Callable[[Nodes], bpy.types.Material]:
    """Boards: long grain, rings that drift, and thin seams every `planks` metres."""

    def make(nodes: Nodes) -> bpy.types.Material:
        grain = nodes.noise(nodes.stretched(3.0, 90.0), 3.0, detail=5.0, rough=0.65)
        drift = nodes.noise(nodes.stretched(1.2, 9.0), 2.2, detail=3.0)
        middle = _blend(light, dark, 0.5)
        colour = nodes.ramp(drift, (0.3, light), (0.5, middle), (0.75, _blend(light, dark, 0.2)))
        colour = nodes.mixed(0.5, colour, nodes.ramp(grain, (0.35, dark), (0.62, light)), how="MIX")
        bricks = nodes.tree.nodes.new("ShaderNodeTexBrick")
        nodes.tree.links.new(nodes.place, bricks.inputs["Vector"])
        tints = ((1, 1, 1, 1), (0.78, 0.76, 0.74, 1), (0.2, 0.17, 0.15, 1))
        for key, tint in zip(("Color1", "Color2", "Mortar"), tints, strict=True):
            bricks.inputs[key].default_value = tint
        for key, value in (("Scale", 1.0), ("Mortar Size", 0.0009), ("Brick Width", 1.4), ("Row Height", planks), ("Mortar Smooth", 0.3)):
            bricks.inputs[key].default_value = value
        nodes.shader.inputs["Coat Weight"].default_value = shine
        nodes.shader.inputs["Coat Roughness"].default_value = 0.12
        return nodes.finish(nodes.mixed(1.0, colour, bricks.outputs["Color"], how="MULTIPLY"), rough=rough, bump=grain, depth=0.12)

    return make


def _cloth(base: Colour, second: Colour | None = None, *, pitch: float = 0.05) -> Callable[[Nodes], bpy.types.Material]:
    """Woven cloth, with stripes of a second colour, and slow folds."""

    def make(nodes: Nodes) -> bpy.types.Material:
        weave = nodes.node("TexChecker", out="Fac", Vector=nodes.place, Scale=620.0)
        across, along = nodes.noise(nodes.stretched(9.0, 420.0), 1.0, detail=2.0), nodes.noise(nodes.stretched(420.0, 9.0), 1.0, detail=2.0)
        dark = _blend(base, (0.0, 0.0, 0.0), 0.45)
        threads = nodes.mixed(1.0, across, along, how="MULTIPLY")
        colour = nodes.mixed(nodes.ramp(threads, (0.12, (1, 1, 1)), (0.42, (0, 0, 0))), base, dark)
        if second is not None:
            wave = nodes.node("TexWave", Vector=nodes.place, bands_direction="X", Scale=0.314 / pitch)
            share = nodes.ramp(wave, (0.52, (0, 0, 0)), (0.56, (1, 1, 1)))
            colour = nodes.mixed(share, colour, second)
        nodes.shader.inputs["Sheen Weight"].default_value = 0.25
        height = nodes.mixed(0.5, weave, nodes.noise(nodes.stretched(1, 1), 700.0))
        return nodes.finish(colour, rough=0.95, bump=height, depth=0.35)

    return make


def _fibres(base: Colour, dark: Colour, scale: float, depth: float) -> Callable[[Nodes], bpy.types.Material]:
    """Felt or carpet: matted fibres."""

    def make(nodes: Nodes) -> bpy.types.Material:
        fine = nodes.noise(nodes.stretched(1, 1), scale, detail=5.0, rough=0.75)
        broad = nodes.noise(nodes.stretched(1, 1), 5.0, detail=3.0)
        colour = nodes.mixed(broad, nodes.ramp(fine, (0.3, dark), (0.68, base)), base)
        nodes.shader.inputs["Sheen Weight"].default_value = 0.5
        return nodes.finish(colour, rough=1.0, bump=fine, depth=depth)

    return make


def _stone(base: Colour, dark: Colour, rough: float) -> Callable[[Nodes], bpy.types.Material]:
    """Slate or painted board: broad and fine noise."""

    def make(nodes: Nodes) -> bpy.types.Material:
        cloud = nodes.noise(nodes.stretched(1, 2.2), 6.0, detail=6.0, rough=0.7)
        return nodes.finish(nodes.ramp(cloud, (0.3, dark), (0.7, base)), rough=rough, bump=cloud, depth=0.25)

    return make


def _chips(base: Colour, scale: float, chips: tuple[Colour, ...], rough: float, fill: float) -> Callable[[Nodes], bpy.types.Material]:
    """Terrazzo or cork: chips of several colours in a base."""

    def make(nodes: Nodes) -> bpy.types.Material:
        cells = nodes.tree.nodes.new("ShaderNodeTexVoronoi")
        cells.inputs["Scale"].default_value = scale
        warped = nodes.mixed(0.02, nodes.place, nodes.node("TexNoise", out="Color", Vector=nodes.place, Scale=scale / 2), how="ADD")
        nodes.tree.links.new(warped, cells.inputs["Vector"])
        pick = nodes.node("SeparateColor", Color=cells.outputs["Color"])
        stops = [((number + 0.5) / len(chips), chip) for number, chip in enumerate(chips)]
        inside = nodes.ramp(cells.outputs["Distance"], (fill, (1, 1, 1)), (fill + 0.03, (0, 0, 0)))
        colour = nodes.mixed(inside, base, nodes.ramp(pick, *stops))
        return nodes.finish(colour, rough=rough, bump=nodes.noise(nodes.stretched(1, 1), 300.0), depth=0.05)

    return make


SURFACES: dict[str, Callable[[Nodes], bpy.types.Material]] = {
    "oak": _wood((0.56, 0.36, 0.19), (0.36, 0.2, 0.09), planks=0.16, rough=0.42),
    "ash": _wood((0.72, 0.58, 0.42), (0.55, 0.41, 0.27), planks=0.11, rough=0.5),
    "walnut": _wood((0.2, 0.11, 0.06), (0.08, 0.04, 0.022), planks=0.2, rough=0.4),
    "mahogany": _wood((0.25, 0.075, 0.035), (0.11, 0.028, 0.014), planks=0.6, rough=0.3, shine=0.5),
    "teal": _wood((0.08, 0.26, 0.27), (0.05, 0.18, 0.19), planks=0.09, rough=0.55),
    "linen": _cloth((0.62, 0.55, 0.44)),
    "plum_cloth": _cloth((0.3, 0.1, 0.16)),
    "stripes": _cloth((0.76, 0.74, 0.69), (0.1, 0.2, 0.38), pitch=0.06),
    "felt": _fibres((0.04, 0.2, 0.12), (0.015, 0.09, 0.05), 260.0, 0.8),
    "carpet": _fibres((0.34, 0.33, 0.36), (0.1, 0.1, 0.13), 160.0, 1.0),
    "slate": _stone((0.09, 0.1, 0.11), (0.035, 0.04, 0.045), 0.6),
    "laminate": _stone((0.74, 0.73, 0.7), (0.69, 0.68, 0.66), 0.28),
    "terrazzo": _chips((0.72, 0.7, 0.66), 42.0, ((0.3, 0.2, 0.16), (0.5, 0.45, 0.4), (0.12, 0.14, 0.16), (0.62, 0.35, 0.22)), 0.3, 0.36),
    "cork": _chips((0.36, 0.2, 0.1), 210.0, ((0.55, 0.34, 0.18), (0.45, 0.26, 0.13), (0.62, 0.42, 0.24)), 0.9, 0.5),
}  # fmt: skip
