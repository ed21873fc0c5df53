"""The answer beside a picture."""

from dataclasses import asdict
from typing import Any

from workshop.render import view
from workshop.render.records import Place, Table


def answer(table: Table) -> dict[str, Any]:
    """What is to be read from the picture, and every choice that it was made from."""
    cards = [
        {
            "label": card.label,
            "zone": card.zone,
            "stack": card.stack,
            "order": card.order,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in view.quad(table, card)],
            "visible": round(view.visible(table, number), 3),
        }
        for number, card in enumerate(table.cards)
    ]
    found: dict[str, Any] = {
        "image": f"{table.name}.jpg",
        "width": table.size[0],
        "height": table.size[1],
        "layout": table.layout,
        "skin": "numero-cam",
        "table": table.surface,
        "tilt_degrees": round(table.eye.tilt, 1),
        "cards": cards,
    }
    piles = [thing for thing in table.things if thing.kind == "pile"]
    if piles:
        lying = Place("", piles[0].x, piles[0].y, piles[0].turn, "", -1, layer=34)
        found["pile"] = [[round(float(x), 1), round(float(y), 1)] for x, y in view.quad(table, lying)]
    found["made_from"] = asdict(table)
    return found
