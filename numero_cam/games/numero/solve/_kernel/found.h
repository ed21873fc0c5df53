/* What a search of takes knows, the best takes so far, and what sets score; `board.py` and `takes.py` say it in Python. */
#pragma once
#include "reach.h"

typedef struct {
    Rank rank;
    int place, number, count;
    Mask masks[MOST_ITEMS], faces[MOST_ITEMS]; /* ascending; and with equal faces exchanged for the first ones */
} Found;

typedef struct {
    Rank alone, taken; /* the best rank without the taking card, and with it in one of the sets */
} Ranks;

/* Which values from 1 to 15 some cards make, as bits, as far as they were asked for; kept from one position to the next. */
typedef struct {
    uint64_t key;
    uint16_t asked, made;
} KnownSet;
#define KEPT_SETS (1u << 20)

typedef struct {
    Kernel *k;
    KnownSet *known_sets;    /* of positions of one game; else nothing */
    const uint64_t *bit_keys; /* a card by what it does in arithmetic */
    Kernel *all_kernel;       /* of the cards of a whole search, of which those of a turn are `at`; else nothing */
    Mask at[MOST_ITEMS];      /* one bit; none for a card that is not among them */
    int takers, wanted;
    Mask centre;
    Rank clear_rank, threshold;
    Rank *alone, *taken[MOST_TAKERS];
    V target[MOST_TAKERS];
    int number[MOST_TAKERS]; /* place of the first taking card of the same number */
    Mask twins[MOST_ITEMS];  /* cards of equal faces */
    int twin_count;
    uint16_t *made;             /* by mask: the taking cards whose number it makes, as far as `asked` says */
    uint16_t *asked;
    uint16_t *taken_by;         /* by mask: the taking cards that take it as a small set */
    Mask *sets[MOST_TAKERS];    /* small sets by taking card, those of one lowest card together */
    uint32_t first[MOST_TAKERS][MOST_ITEMS + 1];
    Mask lows[MOST_TAKERS];     /* bits of their lowest cards */
    Ranks *any[MOST_TAKERS], *clearing[MOST_TAKERS];
    Found *found;
    uint32_t found_count, found_room, *found_at, found_size;
} Search;

#define UNKNOWN (NEVER - 1)

static int same_take(const Found *one, const Found *other) {
    size_t size = (size_t)one->count * sizeof(Mask);
    return one->number == other->number && one->count == other->count && !memcmp(one->faces, other->faces, size);
}

static int before(const Found *one, const Found *other) {
    if (one->place != other->place)
        return one->place < other->place;
    for (int index = 0; index < one->count && index < other->count; index++)
        if (one->masks[index] != other->masks[index])
            return one->masks[index] < other->masks[index];
    return one->count < other->count;
}

static uint32_t found_place(const Search *s, const Found *one) {
    uint64_t mixed = (uint64_t)one->number;
    for (int index = 0; index < one->count; index++)
        mixed = (mixed ^ one->faces[index]) * 0x9E3779B97F4A7C15u;
    uint32_t place = (uint32_t)(mixed >> 32) & (s->found_size - 1);
    while (s->found_at[place] && !same_take(&s->found[s->found_at[place] - 1], one))
        place = (place + 1) & (s->found_size - 1);
    return place;
}

static void rehash(Search *s) {
    memset(s->found_at, 0, s->found_size * sizeof(uint32_t));
    for (uint32_t index = 0; index < s->found_count; index++)
        s->found_at[found_place(s, &s->found[index])] = index + 1;
}

static int falling(const void *one, const void *other) {
    Rank a = *(const Rank *)one, b = *(const Rank *)other;
    return (a < b) - (a > b);
}

/* The rank that the wanted number of takes reach. */
static Rank nth_rank(Search *s) {
    Mark start = mark(&s->k->scratch);
    Rank *ranks = take(s->k, &s->k->scratch, s->found_count * sizeof(Rank));
    for (uint32_t index = 0; index < s->found_count; index++)
        ranks[index] = s->found[index].rank;
    qsort(ranks, s->found_count, sizeof(Rank), falling);
    Rank nth = ranks[s->wanted - 1];
    release(&s->k->scratch, start);
    return nth;
}

static void start_found(Search *s) {
    s->found_room = 16;
    s->found_size = 64;
    s->found = take(s->k, &s->k->scratch, s->found_room * sizeof(Found));
    s->found_at = take(s->k, &s->k->scratch, s->found_size * sizeof(uint32_t));
    memset(s->found_at, 0, s->found_size * sizeof(uint32_t));
}

/* Keep the take if it is good enough; of those with the same faces the first of the highest rank. */
static void keep(Search *s, const Found *one) {
    if (one->rank < s->threshold)
        return;
    uint32_t place = found_place(s, one);
    Rank known = -1;
    if (s->found_at[place]) {
        Found *old = &s->found[s->found_at[place] - 1];
        known = old->rank;
        if (one->rank < known || (one->rank == known && !before(one, old)))
            return;
        *old = *one;
    } else {
        if (s->found_count == s->found_room) {
            Found *more = take(s->k, &s->k->scratch, 2 * (size_t)s->found_room * sizeof(Found));
            memcpy(more, s->found, s->found_room * sizeof(Found));
            s->found = more;
            s->found_room *= 2;
            s->found_size *= 2;
            s->found_at = take(s->k, &s->k->scratch, s->found_size * sizeof(uint32_t));
            rehash(s);
            place = found_place(s, one);
        }
        s->found[s->found_count++] = *one;
        s->found_at[place] = s->found_count;
    }
    if (one->rank == known || one->rank == s->threshold || s->found_count < (uint32_t)s->wanted)
        return;
    s->threshold = nth_rank(s);
    uint32_t kept = 0;
    for (uint32_t index = 0; index < s->found_count; index++)
        if (s->found[index].rank >= s->threshold)
            s->found[kept++] = s->found[index];
    s->found_count = kept;
    rehash(s);
}

/* By mask: what a set adds to the rank of a take; see `Board.ranks`. */
typedef struct {
    uint32_t colours[MOST_ITEMS], operations[MOST_ITEMS], numbers[MOST_ITEMS], cards[MOST_ITEMS];
    Rank points[MOST_ITEMS];
    const char *bonus, *colour_bonus; /* by cards * 8 + operations, and by cards * 512 + colours */
    Rank worth_points, worth_cards;
} Tally;

static Rank bonus_of(const Tally *tally, uint32_t cards, uint32_t colours, uint32_t operations, uint32_t numbers) {
    uint32_t signs = (uint32_t)__builtin_popcount(operations) + (numbers > 1);
    if (cards >= MOST_CARDS)
        cards = MOST_CARDS - 1;
    return (tally->bonus[cards * 8 + signs] + tally->colour_bonus[cards * 512 + colours]) * tally->worth_points;
}

static void find_ranks(Search *s, const Tally *tally, const uint32_t *colour, const Rank *points) {
    Kernel *k = s->k;
    uint32_t *keys = take(k, &k->scratch, ((size_t)k->full + 1) * 4 * sizeof(uint32_t));
    Rank *plain = take(k, &k->scratch, ((size_t)k->full + 1) * sizeof(Rank));
    memset(keys, 0, 4 * sizeof(uint32_t));
    plain[0] = 0;
    for (Mask mask = 1; mask <= k->full; mask++) {
        int item = lowest(mask);
        const uint32_t *rest = keys + 4 * (size_t)(mask & (mask - 1));
        uint32_t *key = keys + 4 * (size_t)mask;
        key[0] = rest[0] + tally->cards[item];
        key[1] = rest[1] | tally->colours[item];
        key[2] = rest[2] | tally->operations[item];
        key[3] = rest[3] + tally->numbers[item];
        plain[mask] = plain[mask & (mask - 1)] + tally->points[item] * tally->worth_points + tally->cards[item] * tally->worth_cards;
    }
    for (Mask mask = 0; mask <= k->full; mask++) {
        const uint32_t *key = keys + 4 * (size_t)mask;
        s->alone[mask] = plain[mask] + tally->worth_points + bonus_of(tally, key[0], key[1], key[2], key[3]);
        for (int place = 0; place < s->takers; place++)
            s->taken[place][mask] = plain[mask] + (1 + points[place]) * tally->worth_points + tally->worth_cards +
                                    bonus_of(tally, key[0] + 1, key[1] | colour[place], key[2], key[3]);
    }
}
