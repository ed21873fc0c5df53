"""Builds a table in Blender and takes its picture. Imports Blender: only for the command that renders."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import bpy
import cv2
import mathutils
import numpy as np
import numpy.typing as npt

from workshop.render import materials, objects, view
from workshop.render.records import Table

Picture = npt.NDArray[np.uint8]


def take(table: Table, faces: Mapping[str, Picture], radius: float) -> Picture:
    """The table's picture, ``(H, W, 3)`` uint8 RGB, without the noise of a camera.

    ``faces``: ``(H, W, 4)`` uint8 RGBA for each label on the table, and the back as ``""``; ``radius`` of corners, as a share of the cards'
    width.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder:
        _lay(table, faces, radius, Path(folder))
        _light(table)
        _aim(table)
        _settings(scene, table)
        scene.render.filepath = str(Path(folder) / "picture.png")
        bpy.ops.render.render(write_still=True)
        picture = np.asarray(cv2.imread(scene.render.filepath), np.uint8)
    return np.ascontiguousarray(picture[..., ::-1])


def _lay(table: Table, faces: Mapping[str, Picture], radius: float, folder: Path) -> None:
    """The table top, the cards and the things."""
    rng = np.random.default_rng(table.seed)
    side = 4.0
    points = [(-side, -side, 0), (side, -side, 0), (side, side, 0), (-side, side, 0)]
    board = objects.mesh("table", points, [(0, 1, 2, 3)], materials.surface(table.surface, table.seed))
    board.rotation_euler = (0, 0, float(rng.normal(0, 0.06)))
    rough = float(rng.uniform(0.3, 0.5))
    edge = materials.plain("edge", (0.8, 0.77, 0.7), rough=0.9)
    prints = {label: materials.printed(_picture(face, folder, label or "back"), rough=rough) for label, face in faces.items()}
    for place in table.cards:
        objects.card(place, prints[place.label], edge, radius)
    for thing in table.things:
        objects.add(thing, rng, prints[""], edge)


def _picture(face: npt.NDArray[np.uint8], folder: Path, label: str) -> Path:
    """Keep a card's picture; the mesh has the outline, so that its own alpha is not needed."""
    path = folder / f"{label.replace('/', 'd')}.png"
    cv2.imwrite(str(path), np.ascontiguousarray(face[..., 2::-1]))
    return path


def _light(table: Table) -> None:
    for lamp in table.lamps:
        data = bpy.data.lights.new("lamp", "SUN" if lamp.kind == "sun" else "AREA")
        data.energy, data.color = lamp.power, lamp.colour
        if lamp.kind == "sun":
            data.angle = np.deg2rad(lamp.size)
        else:
            data.size = lamp.size
        thing = bpy.data.objects.new("lamp", data)
        thing.location = lamp.place
        thing.rotation_euler = mathutils.Vector(lamp.place).to_track_quat("Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(thing)
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    ground = world.node_tree.nodes["Background"]
    ground.inputs["Strength"].default_value = table.sky[0]
    ground.inputs["Color"].default_value = (*table.sky[1], 1)
    bpy.context.scene.world = world


def _aim(table: Table) -> None:
    """Blender's camera where `view` says that it is."""
    place, rows = view.axes(table.eye)
    data = bpy.data.cameras.new("eye")
    data.sensor_fit, data.angle = "HORIZONTAL", np.deg2rad(table.eye.field)
    data.dof.use_dof = True
    data.dof.focus_distance, data.dof.aperture_fstop = table.eye.distance, 11.0
    thing = bpy.data.objects.new("eye", data)
    turned = np.eye(4)
    turned[:3, 0], turned[:3, 1], turned[:3, 2], turned[:3, 3] = rows[0], rows[1], -rows[2], place
    thing.matrix_world = mathutils.Matrix(turned.tolist())
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def _settings(scene: bpy.types.Scene, table: Table) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.seed = "CPU", table.samples, table.seed
    scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
    scene.cycles.denoising_prefilter, scene.cycles.denoising_quality = "FAST", "BALANCED"
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.max_bounces, scene.cycles.sample_clamp_indirect = 3, 4.0
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = table.size
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGB"
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = table.exposure
