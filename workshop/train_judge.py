"""Trains the judge on the evidence of drawn scenes, and writes it as a model."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper
from torch import Tensor, nn

from numero_cam.base.onnx import METADATA_KEY, open_session, sigmoid, softmax
from workshop.export import OPSET, PARITY, narrow
from workshop.judge_data import UNKNOWN_FACE, Table
from workshop.judge_net import EACH, LOOKS, PAIRS, JudgeNet, Judges, judge_loss
from workshop.labels import COLOURS, FACES
from workshop.learning import Average
from workshop.manifest import enter
from workshop.thaw import widened

Rng = np.random.Generator

RATE, DECAY, BATCH = 1.5e-3, 0.1, 32
RATE_GOING_ON = 5e-4  #: Of a judge that goes on from one that ships.
RISES = 100  #: Steps over which the rate rises.
HELD_OUT = 10  #: Every so many decks one is not trained on.
NAMED = 0.3  #: Share of the tables of which the deck is known.
FEWER = 0.3  #: Share of the tables of which only some candidates are shown: more tables than were drawn.
#: So often, of a table with candidates that show no face of the game, these alone are shown: things, backs and other games' cards.
NOTHING = 0.05
#: What is added to all that is told of a candidate, in its deviations, and to the light of all stocks of a table, as logarithms.
NOISE, LIGHT = 0.05, 0.08
STOCK = slice(18, 21)  #: Where the light of a stock stands in what is told of a candidate.
SCORE = 31  #: Where half the log odds of the detector's score stand.
#: Share of the tables on which the detector is as unsure as in photos of real things: on drawn tables alone the judge learns to believe the
#: score above the face.
UNSURE = 0.5
SCALED = (0.3, 1.0)  #: Range of the factor of the log odds there.
SHIFTED = (-1.5, 0.0)  #: Range of what is then added to the log odds.


def varied(rng: Rng, table: Table, deviation: NDArray[np.float32]) -> Table:
    """A table as it might have been seen too."""
    count = len(table.face)
    if count > 2 and rng.random() < FEWER:
        table = table.some(np.sort(rng.permutation(count)[: max(2, int(count * rng.uniform(0.4, 1)))]))
    if rng.random() < NAMED:
        table = table.named()
    nothing = np.flatnonzero(table.face == UNKNOWN_FACE)
    if len(nothing) and rng.random() < NOTHING:
        table = table.some(nothing)
    each = table.each + (rng.normal(0, NOISE, table.each.shape) * deviation).astype(np.float32)
    each[:, STOCK] += rng.normal(0, LIGHT, 3).astype(np.float32)
    if rng.random() < UNSURE:
        each[:, SCORE] = each[:, SCORE] * rng.uniform(*SCALED) + rng.uniform(*SHIFTED) / 2
    return replace(table, each=each)


def batch_of(tables: Sequence[Table]) -> tuple[Tensor, ...]:
    """Tables filled up to the largest: the network's four inputs, which candidates are absent, and faces, colours and cards."""
    most = max(len(table.face) for table in tables)

    def filled(values: Sequence[NDArray[np.generic]], fill: float, *, square: bool = False) -> Tensor:
        first = values[0]
        shape = (len(values), most, most, *first.shape[2:]) if square else (len(values), most, *first.shape[1:])
        out = np.full(shape, fill, first.dtype)
        for row, value in zip(out, values, strict=True):
            row[tuple(slice(len(value)) for _ in range(2 if square else 1))] = value
        return torch.from_numpy(out)

    face = filled([table.face for table in tables], -1)
    return (
        filled([table.each for table in tables], 0),
        filled([table.faces for table in tables], 0),
        filled([table.colours for table in tables], 0),
        filled([table.pairs for table in tables], 0, square=True),
        face < 0,
        face,
        filled([table.colour for table in tables], -1),
        filled([table.card for table in tables], 0),
    )


def measure(model: JudgeNet | Judges, tables: Sequence[Table]) -> dict[str, float]:
    """How well tables are judged, beside what the networks say of each card alone."""
    model.eval()
    sums = dict.fromkeys(("face", "colour", "card", "faces_right", "faces_alone", "colours_right", "colours_alone"), 0.0)
    candidates = numbers = 0
    with torch.no_grad():
        for k in range(0, len(tables), BATCH):
            *given, absent, face, colour, card = batch_of(tables[k : k + BATCH])
            out = model(*given, absent)
            there, coloured = face >= 0, colour >= 0
            _, parts = judge_loss(out, face, colour, card)
            candidates, numbers = candidates + int(there.sum()), numbers + int(coloured.sum())
            for name, count in (("face", there), ("colour", coloured), ("card", there)):
                sums[name] += parts[name] * int(count.sum())
            for name, kind, truth, its in (("faces", 0, face, there), ("colours", 1, colour, coloured)):
                sums[f"{name}_right"] += float((out[kind].argmax(-1) == truth)[its].sum())
                sums[f"{name}_alone"] += float((given[1 + kind][:, :, 0].argmax(-1) == truth)[its].sum())
    model.train()
    return {name: round(total / max(1, numbers if "colour" in name else candidates), 4) for name, total in sums.items()}


def held_out(tables: Sequence[Table]) -> list[Table]:
    """The tables on which no judge is trained."""
    return [table for table in tables if table.deck % HELD_OUT == 0]


def thawed(model: Path) -> list[dict[str, Tensor]]:
    """The weights of each judge of a model that ``export_judge`` wrote."""
    told = onnx.load(str(model))
    numbers = {name: torch.from_numpy(value.copy()) for name, value in widened(told).items()}
    every = {name: value for name, value in numbers.items() if name.startswith("each.")}
    for node in told.graph.node:
        if node.op_type == "MatMul" and node.input[1] in numbers:
            # The last name is the whole path of a layer within a sequence: /each.0/bias/bias.0/MatMul.
            _, judge, *parts, _ = node.name.split("/")
            name = ".".join(part for part, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(f"{part}."))
            every[f"{judge}.{name}.weight"] = numbers[node.input[1]].T.contiguous()
    count = len({name.split(".")[1] for name in every})
    # What all judges have alike is stored once.
    first = {name.removeprefix("each.0."): value for name, value in every.items() if name.startswith("each.0.")}
    return [{name: every.get(f"each.{k}.{name}", value) for name, value in first.items()} for k in range(count)]


def train_judge(
    tables: Sequence[Table], run_folder: Path, *, epochs: int = 30, seed: int = 1, begin: Mapping[str, Tensor] | None = None
) -> JudgeNet:
    """Trains, some minutes on a core; returns the network with averaged weights, and writes ``log.jsonl`` and ``weights.pt``.

    The seed decides order, noise and first weights; ``begin``: weights to go on from.
    """
    run_folder.mkdir(parents=True, exist_ok=True)
    held, shown = held_out(tables), [table for table in tables if table.deck % HELD_OUT]
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = JudgeNet(len(FACES), len(COLOURS))
    every = np.concatenate([table.each for table in shown])
    deviation = (every.std(axis=0) + 0.05).astype(np.float32)
    model.mean.copy_(torch.from_numpy(every.mean(axis=0)))
    model.deviation.copy_(torch.from_numpy(deviation))
    if begin is not None:
        model.load_state_dict(begin)
    rate = RATE if begin is None else RATE_GOING_ON
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=DECAY)
    average = Average(model)
    steps, step = epochs * (len(shown) // BATCH), 0
    for epoch in range(epochs):
        order = rng.permutation(len(shown))
        for k in range(0, len(shown) - BATCH + 1, BATCH):
            for part in optimizer.param_groups:
                part["lr"] = rate * min(1.0, (step + 1) / RISES) * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-6
            *given, face, colour, card = batch_of([varied(rng, shown[i], deviation) for i in order[k : k + BATCH]])
            value, _ = judge_loss(model(*given), face, colour, card)
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            average.update(model, step)
            step += 1
        if epoch % 4 == 3 or epoch == epochs - 1:
            last = {name: value.clone() for name, value in model.state_dict().items()}
            model.load_state_dict(average.state)
            with (run_folder / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps({"epoch": epoch + 1, "step": step, **measure(model, held)}) + "\n")
            torch.save(average.state, run_folder / "weights.pt")
            if epoch < epochs - 1:
                model.load_state_dict(last)
    return model


def judges_of(weights: Sequence[Path]) -> Judges:
    """The judges of which ``train_judge`` left the weights."""
    each = []
    for path in weights:
        each.append(JudgeNet(len(FACES), len(COLOURS)))
        each[-1].load_state_dict(torch.load(path, weights_only=True))
    return Judges(each)


def chances_of(said: Sequence[NDArray[np.float32]]) -> tuple[NDArray[np.float32], ...]:
    """What a judge answers, faces, colours and cards, as chances."""
    return softmax(said[0]), softmax(said[1]), np.asarray(sigmoid(said[2]), np.float32)


def export_judge(model: Judges, target: Path, *, version: int, steps: int) -> None:
    """Writes the judges, trained for so many steps each, as ``judge-v<version>.onnx``, and enters it in the manifest beside it."""
    model.eval()
    some = torch.Generator().manual_seed(1)
    example = (
        torch.randn(1, 5, EACH, generator=some), -torch.rand(1, 5, LOOKS, len(FACES), generator=some),
        -torch.rand(1, 5, LOOKS, len(COLOURS), generator=some), torch.rand(1, 5, 5, PAIRS, generator=some),
    )  # fmt: skip
    names, outputs = ["each", "faces", "colours", "pairs"], ["face", "colour", "card"]
    axes = {**{name: {1: "n"} for name in (*names, *outputs)}, "pairs": {1: "n", 2: "n"}}
    torch.onnx.export(
        model, example, str(target), input_names=names, output_names=outputs, dynamic_axes=axes, opset_version=OPSET, dynamo=False
    )
    told = onnx.load(str(target))
    about = {"name": "judge", "version": version, "training": {"steps": steps}, "labels": {"faces": list(FACES), "colours": list(COLOURS)}}
    helper.set_model_props(told, {METADATA_KEY: json.dumps(about)})
    narrow(told)
    data = told.SerializeToString()
    *parts, two = example
    more = (*(torch.cat([part, part[:, :2]], 1) for part in parts), two.repeat(1, 2, 2, 1)[:, :7, :7])
    with torch.no_grad():
        expected = [part.numpy() for part in model(*more)]
    found = open_session(data, 1).run(None, {name: part.numpy() for name, part in zip(names, more, strict=True)})
    if max(np.abs(one - other).max() for one, other in zip(chances_of(found), chances_of(expected), strict=True)) > PARITY:
        raise ValueError("the exported judge differs from the trained one")
    target.write_bytes(data)
    enter(target, about)
