/* The best take of a turn: what `hands.py` asks `takes.py` for, with the takes that are known already. */
#pragma once
#include "table.h"

/* The tallies of the cards of a turn, and room for the ranks of all their sets. */
static void count_turn(Table *t, const Game *g, const Laid *laid, Tally *tally, uint32_t *colour, Rank *points) {
    Search *s = t->search;
    Kernel *k = t->kernel;
    size_t masks = (size_t)k->full + 1;
    s->takers = laid->takers;
    s->wanted = 1;
    s->centre = laid->centre;
    s->clear_rank = t->rules.clear_rank;
    for (int bit = 0; bit < laid->items; bit++) {
        uint8_t spot = laid->spot[bit];
        Lying one = spot & IN_HAND ? single(t, g->hand[g->player][spot & ~IN_HAND]) : g->centre[spot];
        tally->colours[bit] = one.colours;
        tally->operations[bit] = one.operations;
        tally->numbers[bit] = one.numbers;
        tally->cards[bit] = one.cards;
        tally->points[bit] = one.points;
    }
    tally->bonus = t->bonus;
    tally->colour_bonus = t->colours;
    tally->worth_points = t->rules.worth_points;
    tally->worth_cards = t->rules.worth_cards;
    for (int place = 0; place < s->takers; place++) {
        const Facts *f = &t->cards[g->hand[g->player][laid->taker[place]]];
        s->target[place] = f->value;
        s->number[place] = place;
        while (s->number[place] && s->target[s->number[place] - 1] == f->value)
            s->number[place]--;
        colour[place] = f->colours;
        points[place] = f->points;
        s->taken[place] = take(k, &k->scratch, masks * sizeof(Rank));
    }
    s->alone = take(k, &k->scratch, masks * sizeof(Rank));
    s->taken_by = take(k, &k->scratch, masks * sizeof(uint16_t));
}

/* The best take of a turn; with `saves` the points that its cards no longer cost in the hand count with those of the take. */
static BestTake searched(Table *t, const Game *g, const Laid *laid, int saves) {
    Tally tally;
    uint32_t colour[MOST_TAKERS];
    Rank points[MOST_TAKERS];
    BestTake best = {0, 0, 0};
    Search *s = t->search;
    set_kernel(t, g, laid);
    Kernel *k = t->kernel;
    count_turn(t, g, laid, &tally, colour, points);
    for (int bit = 0; saves && bit < laid->items; bit++)
        if (laid->spot[bit] & IN_HAND)
            tally.points[bit] += t->cards[g->hand[g->player][laid->spot[bit] & ~IN_HAND]].in_hand;
    for (int place = 0; saves && place < s->takers; place++)
        points[place] += t->cards[g->hand[g->player][laid->taker[place]]].in_hand;
    for (int place = 0; place < s->takers; place++) {
        s->any[place] = take(k, &k->scratch, ((size_t)k->full + 1) * sizeof(Ranks));
        s->clearing[place] = take(k, &k->scratch, ((size_t)k->full + 1) * sizeof(Ranks));
    }
    start_found(s);
    find_ranks(s, &tally, colour, points);
    pack(s, k->items / 2);
    add_large(s, k->items / 2);
    const Found *first = NULL;
    for (uint32_t index = 0; index < s->found_count; index++) {
        const Found *one = &s->found[index];
        if (!first || one->rank > first->rank || (one->rank == first->rank && before(one, first)))
            first = one;
    }
    if (first) {
        best.gain = (int)(first->rank >> 20); /* OTHER_COUNT_RANGE of `masks.py` */
        best.place = (uint8_t)first->place;
        for (int index = 0; index < first->count; index++)
            best.used |= first->masks[index];
    }
    return best;
}

/* The best take of the player whose turn it is, and the layout that it is told in. */
static BestTake best_take(Table *t, const Game *g, Laid *laid) {
    lay_out_turn(t, g, laid);
    if (!laid->takers || !laid->bases)
        return (BestTake){0, 0, 0};
    KnownTake *known = &t->known[laid->key & (KEPT_TAKES - 1)];
    if (known->key != laid->key) {
        known->take = searched(t, g, laid, 0);
        known->key = laid->key;
    }
    return known->take;
}
