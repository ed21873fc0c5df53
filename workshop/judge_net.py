"""The network that judges all candidates of a table together."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

#: How many numbers are told of each candidate and of two, and in how many ways its face, see ``vision.candidate_features``.
EACH, PAIRS, LOOKS = 44, 15, 3
WIDTH, HEADS, LAYERS = 64, 4, 3
DROPPED = 0.15  #: Share of the values that training leaves out.
HEATED = 2.0  #: The most, as a logarithm, by which the networks' opinion is made louder or softer.


class _Layer(nn.Module):
    """Attention with a bias for each two candidates, then a small dense network (Vaswani et al. 2017; pairs as in Shaw et al. 2018)."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.dense_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.asked, self.given = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.dense = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))
        self.drop = nn.Dropout(DROPPED)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Mixes ``(B, N, WIDTH)``; ``bias`` is ``(B, HEADS, N, N)``."""
        batch, count, _ = x.shape
        asked = self.asked(self.norm(x)).reshape(batch, count, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        weight = (asked[0] @ asked[1].transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + bias).softmax(-1)
        x = x + self.drop(self.given((weight @ asked[2]).transpose(1, 2).reshape(batch, count, WIDTH)))
        return x + self.drop(self.dense(self.dense_norm(x)))


class JudgeNet(nn.Module):
    """Logits of faces, colours and of being a card.

    The networks' own opinions go past all layers and are made softer or louder for each candidate, so an untrained judge repeats what they
    tell together; how far the card as a whole and its indices are to be heard apart is learned.
    """

    def __init__(self, faces: int, colours: int) -> None:
        super().__init__()
        self.told = nn.Linear(EACH + LOOKS * faces + (LOOKS - 1) * colours, WIDTH)
        self.bias = nn.Sequential(nn.Linear(PAIRS, 16), nn.ReLU(), nn.Linear(16, HEADS * LAYERS))
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))
        self.norm, self.drop = nn.LayerNorm(WIDTH), nn.Dropout(DROPPED)
        self.face, self.colour, self.heat = nn.Linear(WIDTH, faces), nn.Linear(WIDTH, colours), nn.Linear(WIDTH, 2 * LOOKS)
        self.card = nn.Linear(WIDTH, 1)
        for layer in (self.face, self.colour, self.heat):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        self.register_buffer("mean", torch.zeros(EACH))
        self.register_buffer("deviation", torch.ones(EACH))

    def forward(self, each: Tensor, faces: Tensor, colours: Tensor, pairs: Tensor, absent: Tensor | None = None) -> tuple[Tensor, ...]:
        """Judges: logits ``(B, N, F)``, ``(B, N, C)`` and ``(B, N)``.

        ``each``: ``(B, N, EACH)``; faces ``(B, N, LOOKS, F)`` and colours ``(B, N, LOOKS, C)``, logarithms of chances; pairs ``(B, N, N,
        PAIRS)``; ``absent``: ``(B, N)`` true where a table has no such candidate, None where all have as many.
        """
        batch, count, _ = each.shape
        looks = faces / 4, colours[:, :, 1:] / 4
        x = self.told(torch.cat([(each - self.mean) / self.deviation, *(part.flatten(2) for part in looks)], -1))
        bias = self.bias(pairs).reshape(batch, count, count, LAYERS, HEADS).permute(3, 0, 4, 1, 2)
        if absent is not None:
            bias = bias.masked_fill(absent[None, :, None, None, :], -1e4)
        for k, layer in enumerate(self.layers):
            x = layer(x, bias[k])
        x = self.drop(self.norm(x))
        heat = self.heat(x).reshape(batch, count, 2, LOOKS)
        heat = torch.cat([torch.exp(heat[..., :1].clamp(-HEATED, HEATED)), heat[..., 1:]], -1).unsqueeze(-1)
        return (faces * heat[:, :, 0]).sum(2) + self.face(x), (colours * heat[:, :, 1]).sum(2) + self.colour(x), self.card(x)[..., 0]


class Judges(nn.Module):
    """The mean opinion of judges that were trained apart: what one learned by chance weighs less."""

    def __init__(self, each: Sequence[JudgeNet]) -> None:
        super().__init__()
        self.each = nn.ModuleList(each)

    def forward(self, *told: Tensor) -> tuple[Tensor, ...]:
        """See ``JudgeNet``; of faces and colours the logarithms of chances."""
        faces, colours, card = zip(*(judge(*told) for judge in self.each), strict=True)
        said = *(torch.stack(part).log_softmax(-1) for part in (faces, colours)), torch.stack(card)
        return tuple(part.mean(dim=0) for part in said)


def judge_loss(out: tuple[Tensor, ...], face: Tensor, colour: Tensor, card: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies of faces, of the colours of numbers, and half of that of being a card, over the candidates that there are.

    ``face``, ``colour``, ``card``: ``(B, N)``; -1 for a face where a table has no such candidate, for a colour where it means nothing.
    """
    there, coloured = face >= 0, colour >= 0
    of_face = functional.cross_entropy(out[0][there], face[there])
    # Tables of another game alone have no coloured number.
    of_colour = functional.cross_entropy(out[1][coloured], colour[coloured], reduction="sum") / coloured.sum().clamp(min=1)
    of_card = functional.binary_cross_entropy_with_logits(out[2][there], card[there])
    return of_face + of_colour + of_card / 2, {"face": of_face.item(), "colour": of_colour.item(), "card": of_card.item()}
