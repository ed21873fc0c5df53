/* Turns of greedy players: the best take, else a build, else a discard; `playouts.py` and `computer_players.py` say it in Python. */
#pragma once
#include "swift.h"

#define MOST_JOINED 3
#define MANY_WILDS 4
#define FEW_NUMBERS 2
#define MOST_TURNS 512

/* What happened in a playout: what each turn brought, and whether it cleared the centre. */
typedef struct {
    int turns, gain[MOST_TURNS];
    uint8_t cleared[MOST_TURNS], who[MOST_TURNS];
} Trace;

/* ---- the order of turns ---------------------------------------------------------------------------------------------------- */

static void count_most_cards(const Table *t, Game *g) {
    int most = -1000, leaders = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int who = 0; who < g->players; who++) {
            int count = g->won[who] - (t->rules.most_cards == MOST_NET ? g->held[who] : 0);
            if (!pass && count > most) {
                most = count;
                leaders = 1;
            } else if (!pass && count == most)
                leaders++;
            else if (pass && count == most && (leaders == 1 || t->rules.most_cards_each))
                g->score[who] += t->rules.most_cards_points;
        }
}

static void end_game(const Table *t, Game *g) {
    g->over = 1;
    if (g->last_taker >= 0) {
        int cards = 0, points = 0;
        for (int place = 0; place < g->lying; place++) {
            cards += g->centre[place].cards;
            points += g->centre[place].in_centre;
        }
        g->won[g->last_taker] += cards;
        g->score[g->last_taker] += !t->rules.by_points ? cards : t->rules.centre_points ? points : 0;
        g->lying = 0;
    }
    for (int who = 0; who < g->players; who++)
        for (int place = 0; place < g->held[who]; place++)
            g->score[who] -= t->cards[g->hand[who][place]].in_hand;
    if (t->rules.most_cards != MOST_NOTHING)
        count_most_cards(t, g);
}

static void next_chance(const Table *t, Game *g) {
    if (!g->chances) {
        end_game(t, g);
        return;
    }
    g->chances--;
    g->player = (g->player + 1) % g->players;
}

/* Draw, and give the turn on. */
static void end_turn(const Table *t, Game *g) {
    if (g->last) {
        next_chance(t, g);
        return;
    }
    while (g->held[g->player] < FULL_HAND && g->stock_left) {
        g->hand[g->player][g->held[g->player]++] = *g->stock++;
        g->stock_left--;
    }
    if (!g->held[g->player]) {
        g->last = 1;
        g->chances = t->rules.all_chances ? g->players - 1 : 1;
        next_chance(t, g);
        return;
    }
    g->player = (g->player + 1) % g->players;
}

/* ---- plays ----------------------------------------------------------------------------------------------------------------- */

/* Take these cards with a card of the hand, and end the turn; says whether the centre is empty afterwards. */
static int do_take(const Table *t, Game *g, const Laid *laid, uint8_t taker, Mask used, int gain) {
    uint8_t gone[MOST_HELD], cleared;
    int count = 1;
    gone[0] = taker;
    for (int bit = laid->items - 1; bit >= 0; bit--)
        if (used >> bit & 1) {
            uint8_t spot = laid->spot[bit];
            g->won[g->player] += spot & IN_HAND ? 1 : g->centre[spot].cards;
            if (spot & IN_HAND)
                gone[count++] = spot & ~IN_HAND;
            else
                g->centre[spot].cards = 0; /* removed below */
        }
    int kept = 0;
    for (int place = 0; place < g->lying; place++)
        if (g->centre[place].cards)
            g->centre[kept++] = g->centre[place];
    g->lying = kept;
    cleared = !kept;
    uint32_t bits = 0;
    for (int index = 0; index < count; index++)
        bits |= 1u << gone[index];
    for (int place = g->held[g->player] - 1; place >= 0; place--)
        if (bits >> place & 1)
            remove_held(g, place);
    g->won[g->player]++;
    g->score[g->player] += gain;
    g->last_taker = g->player;
    end_turn(t, g);
    return cleared;
}

/* Put a build where the first of its cards lay; `places` is a mask of places of the centre, `first` its lowest card. */
static void put_build(Game *g, Lying build, const uint8_t *places, int count) {
    int first = MOST_LYING;
    for (int index = 0; index < count; index++) {
        g->centre[places[index]].cards = 0;
        if (places[index] < first)
            first = places[index];
    }
    int kept = 0;
    for (int place = 0; place < g->lying; place++) {
        Lying one = place == first ? build : g->centre[place];
        if (one.cards)
            g->centre[kept++] = one;
    }
    g->lying = kept;
}

/* ---- greedy builds and discards -------------------------------------------------------------------------------------------- */

typedef struct {
    int cards, held, value, count; /* places of the hand and centre; bases in the order they are added, then perhaps a wild card */
    uint8_t places[MOST_JOINED + 1];
} GreedyBuild;

static int is_answer(const Table *t, const Game *g, int held, V value) {
    for (int place = 0; place < g->held[g->player]; place++) {
        const Facts *f = &t->cards[g->hand[g->player][place]];
        if (place != held && !f->is_wild && f->value == value)
            return 1;
    }
    return 0;
}

/* Compare the builds of some bases and a card of the hand, alone and under each wild card of the centre. */
static void try_build(Table *t, const Game *g, int held, const uint8_t *bases, int count, GreedyBuild *best) {
    int value = t->cards[g->hand[g->player][held]].value, cards = 1;
    V result;
    for (int index = 0; index < count; index++) {
        value += g->centre[bases[index]].value;
        cards += g->centre[bases[index]].cards;
    }
    for (int wild = -1; wild < g->lying; wild++) {
        if (wild >= 0 && !is_wild(t, &g->centre[wild]))
            continue;
        if (wild < 0 ? !count : !forward(t->kernel, &t->cards[g->centre[wild].card].action, value, &result))
            continue;
        if (wild < 0)
            result = value;
        int size = cards + (wild >= 0);
        if (size <= best->cards || !is_answer(t, g, held, result))
            continue;
        best->cards = size;
        best->held = held;
        best->value = (int)result;
        best->count = count + (wild >= 0);
        memcpy(best->places, bases, (size_t)count);
        if (wild >= 0)
            best->places[count] = (uint8_t)wild;
    }
}

static GreedyBuild greedy_build(Table *t, const Game *g) {
    GreedyBuild best = {0, 0, 0, 0, {0}};
    uint8_t bases[MOST_LYING], chosen[MOST_JOINED];
    int count = 0;
    for (int place = 0; place < g->lying; place++)
        if (is_base(t, &g->centre[place]))
            bases[count++] = (uint8_t)place;
    for (int held = 0; held < g->held[g->player]; held++) {
        if (t->cards[g->hand[g->player][held]].is_wild)
            continue;
        try_build(t, g, held, chosen, 0, &best);
        for (int one = 0; one < count; one++) {
            chosen[0] = bases[one];
            try_build(t, g, held, chosen, 1, &best);
        }
        for (int one = 0; one < count; one++)
            for (int two = one + 1; two < count; two++) {
                chosen[0] = bases[one];
                chosen[1] = bases[two];
                try_build(t, g, held, chosen, 2, &best);
            }
        for (int one = 0; one < count; one++)
            for (int two = one + 1; two < count; two++)
                for (int three = two + 1; three < count; three++) {
                    chosen[0] = bases[one];
                    chosen[1] = bases[two];
                    chosen[2] = bases[three];
                    try_build(t, g, held, chosen, 3, &best);
                }
    }
    return best;
}

static void do_build(const Table *t, Game *g, const GreedyBuild *found) {
    uint8_t card = g->hand[g->player][found->held];
    Lying own = single(t, card), build = found->count ? g->centre[found->places[0]] : own;
    int wild = found->count && is_wild(t, &build); /* only a wild card lies under it: the card of the hand is the first */
    if (wild) {
        build = own;
        join(&build, &g->centre[found->places[0]]);
    } else {
        for (int index = 1; index < found->count; index++)
            join(&build, &g->centre[found->places[index]]);
        join(&build, &own);
    }
    build.is_build = 1;
    build.card = NO_CARD;
    build.value = (uint8_t)(found->value > 0 && found->value <= LARGEST_VALUE ? found->value : 0);
    put_build(g, build, found->places, found->count);
    remove_held(g, found->held);
    end_turn(t, g);
}

static int fits(Table *t, uint8_t wild, uint8_t number) {
    V result;
    if (t->cards[wild].action.kind == SUBTRACT)
        return 2;
    return forward(t->kernel, &t->cards[wild].action, t->cards[number].value, &result);
}

/* The place of the number card to discard, of those sorted by their order. */
static int number_to_discard(const Table *t, const Game *g, const uint8_t *sorted, int count) {
    const uint8_t *hand = g->hand[g->player];
    for (int one = 0; one < count; one++)
        for (int two = 0; two < count; two++)
            if (one != two && t->cards[hand[sorted[one]]].value == t->cards[hand[sorted[two]]].value)
                return sorted[one];
    for (int one = 0; one < count; one++)
        for (int two = one + 1; two < count; two++)
            for (int third = 0; third < count; third++)
                if (t->cards[hand[sorted[one]]].value + t->cards[hand[sorted[two]]].value == t->cards[hand[sorted[third]]].value)
                    return sorted[two];
    return sorted[0];
}

/* Discard as `best_discard` does; returns whether the turn is over. */
static int do_discard(Table *t, Game *g) {
    const uint8_t *hand = g->hand[g->player];
    uint8_t sorted[MOST_HELD];
    int count = 0, held = g->held[g->player];
    for (int place = 0; place < held; place++) {
        if (t->cards[hand[place]].is_wild)
            continue;
        int at = count++;
        for (; at && order_of_held(t, g, sorted[at - 1]) > t->cards[hand[place]].order; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = (uint8_t)place;
    }
    if (!count) {
        int out = t->rules.one_wild && held < FULL_HAND && held ? 1 : held;
        for (int index = 0; index < out; index++)
            lay(g, single(t, remove_held(g, 0)));
        end_turn(t, g);
        return 1;
    }
    if (held - count >= MANY_WILDS || (!g->stock_left && held > count && count <= FEW_NUMBERS)) {
        int least = -1, worst = 3;
        for (int place = 0; place < held; place++) {
            if (!t->cards[hand[place]].is_wild)
                continue;
            int how = fits(t, hand[place], hand[sorted[0]]);
            if (how < worst) {
                worst = how;
                least = place;
            }
        }
        lay(g, single(t, remove_held(g, least)));
        return 0;
    }
    lay(g, single(t, remove_held(g, number_to_discard(t, g, sorted, count))));
    end_turn(t, g);
    return 1;
}

/* ---- playouts -------------------------------------------------------------------------------------------------------------- */

static void one_turn(Table *t, Game *g, Trace *trace) {
    Laid laid;
    for (;;) {
        BestTake best = best_take(t, g, &laid);
        trace->gain[trace->turns] = best.gain;
        trace->who[trace->turns] = (uint8_t)g->player;
        trace->cleared[trace->turns] = 0;
        if (best.gain) {
            trace->cleared[trace->turns++] = (uint8_t)do_take(t, g, &laid, laid.taker[best.place], best.used, best.gain);
            return;
        }
        if (g->last) {
            next_chance(t, g);
            trace->turns++;
            return;
        }
        GreedyBuild found = greedy_build(t, g);
        if (found.cards)
            do_build(t, g, &found);
        else if (!do_discard(t, g))
            continue;
        trace->turns++;
        return;
    }
}

static void play_on(Table *t, Game *g, int turns, Trace *trace) {
    trace->turns = 0;
    while (!g->over && trace->turns < turns)
        one_turn(t, g, trace);
}
