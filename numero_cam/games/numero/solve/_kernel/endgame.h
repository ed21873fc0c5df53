/* The end of a game of two, whose stock is used up, so that both hands are known: searched to its last card by alpha-beta. */
#pragma once
#include "playout.h"

#define MOST_END_ITEMS 16  /* cards and builds of a turn; a position with more is not solved */
#define MOST_MOVES 400000  /* on one line of play */
#define KEPT_POSITIONS (1u << 20)
#define LOOKING_NUMBERS 5  /* number cards of both hands from which on plays are put in order by the best take that they leave */
#define NODES_A_GLANCE 8   /* positions after which the clock is looked at */
#define MOST_BOUND_CARDS 40 /* cards and sets of a position up to which what is left to win is bounded */
#define MOST_BOUND_SETS 16
#define FAR (1 << 28)      /* beyond the value of every game */

enum { TAKE, BUILD, DISCARD, PASS, KINDS_OF_MOVES };
enum { EXACT, AT_LEAST, AT_MOST };

typedef unsigned __int128 Places; /* places of the centre as bits */

/* A play: its cards by their places; the wild cards of the hand that are discarded before it. */
typedef struct {
    Places lying;
    uint32_t own, before; /* places of the hand: used in the play (with its number card), and discarded first */
    int32_t order;        /* the higher, the earlier it is tried */
    int16_t gain;
    uint8_t kind, held, value;
} Move;

/* What is known of a position; its play is told by places, so it serves only where the cards lie in the same order. */
typedef struct {
    uint64_t key, order;
    int32_t value;
    uint8_t bound;
    Move move;
} KnownEnd;

typedef struct {
    Table *t;
    Move *moves;
    KnownEnd *known;
    int32_t (*tried)[KINDS_OF_MOVES][MOST_HELD][MOST_CARD_KINDS]; /* by player, kind, wild cards thrown, card: how often it was best */
    int (*most_bonus)[MOST_BOUND_SETS + 1]; /* by number of cards and of sets: the most that their bonuses bring */
    int used, win_bonus; /* moves that are laid out; points that winning counts more */
    uint64_t salt; /* of the keys of this search */
    long long nodes, most_nodes;
    double deadline; /* by the thread's processor time; 0 for none */
} End;

static double thread_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- plays ----------------------------------------------------------------------------------------------------------------- */

static Move *new_move(End *e, uint8_t kind, int held, int value) {
    if (e->used == MOST_MOVES)
        stop(e->t->kernel, OUT_OF_MEMORY);
    Move *move = &e->moves[e->used++];
    *move = (Move){0, 0, 0, 0, 0, kind, (uint8_t)held, (uint8_t)value};
    return move;
}

static void use(Move *move, const Laid *laid, Mask used) {
    for (; used; used &= used - 1) {
        uint8_t spot = laid->spot[lowest(used)];
        if (spot & IN_HAND)
            move->own |= 1u << (spot & ~IN_HAND);
        else
            move->lying |= (Places)1 << spot;
    }
}

/* Repeat each play since `first` with every choice of the other wild cards of the hand discarded before it. */
static void add_discards_before(End *e, const Game *g, int first) {
    if (g->last)
        return;
    uint32_t wilds = 0;
    for (int place = 0; place < g->held[g->player]; place++)
        if (e->t->cards[g->hand[g->player][place]].is_wild)
            wilds |= 1u << place;
    for (int index = first, end = e->used; index < end; index++) {
        uint32_t free = wilds & ~e->moves[index].own;
        int clears = e->moves[index].kind == TAKE && __builtin_popcountll((uint64_t)e->moves[index].lying) +
                         __builtin_popcountll((uint64_t)(e->moves[index].lying >> 64)) == g->lying;
        for (uint32_t some = free; some; some = (some - 1) & free) {
            Move *more = new_move(e, 0, 0, 0);
            *more = e->moves[index];
            more->before = some;
            if (clears)
                more->gain = (int16_t)(more->gain - (int)(e->t->rules.clear_rank >> 20));
            more->order = more->gain * 8 - 4;
        }
    }
}

/* The best ranks of takes of exactly the cards of each mask, by one taking card; and the masks that there are. */
typedef struct {
    Search *s;
    Ranks *exact;
    Mask *found;
    int place;
    uint32_t count;
} Exact;

/* Add to a take each set whose lowest card is this one or a higher one. */
static void add_sets(Exact *x, Mask used, Ranks ranks, int bit) {
    const Search *s = x->s;
    for (; bit < s->k->bases; bit++) {
        if (used >> bit & 1)
            continue;
        for (uint32_t index = s->first[x->place][bit]; index < s->first[x->place][bit + 1]; index++) {
            Mask one = s->sets[x->place][index], all = used | one;
            if (used & one)
                continue;
            Ranks more = better((Ranks){NEVER, NEVER}, ranks, s->alone[one], s->taken[x->place][one]), *known = &x->exact[all];
            if (known->alone == NEVER)
                x->found[x->count++] = all;
            known->alone = larger(known->alone, more.alone);
            known->taken = larger(known->taken, more.taken);
            tick(s->k);
            add_sets(x, all, more, bit + 1);
        }
    }
}

/* List the sets of every size that each taking card takes. */
static void list_all_sets(Search *s) {
    Kernel *k = s->k;
    uint32_t total[MOST_TAKERS] = {0}, next[MOST_TAKERS][MOST_ITEMS + 1];
    memset(s->first, 0, sizeof s->first);
    for (Mask mask = 0; mask <= k->full; mask++) {
        uint16_t bits = s->taken_by[mask] = mask & k->base_bits ? takers_of(s, mask) : 0;
        for (int place = 0; place < s->takers; place++)
            if (bits >> place & 1) {
                total[place]++;
                s->first[place][lowest(mask) + 1]++;
            }
    }
    for (int place = 0; place < s->takers; place++) {
        s->sets[place] = take(k, &k->scratch, (total[place] + 1) * sizeof(Mask));
        for (int bit = 0; bit < MOST_ITEMS; bit++)
            s->first[place][bit + 1] += s->first[place][bit];
        memcpy(next[place], s->first[place], sizeof next[place]);
    }
    for (Mask mask = 1; mask <= k->full; mask++)
        for (int place = 0; place < s->takers; place++)
            if (s->taken_by[mask] >> place & 1)
                s->sets[place][next[place][lowest(mask)]++] = mask;
}

static void add_takes(End *e, const Game *g) {
    Table *t = e->t;
    Laid laid;
    Tally tally;
    uint32_t colour[MOST_TAKERS];
    Rank points[MOST_TAKERS];
    lay_out_turn(t, g, &laid);
    if (!laid.takers || !laid.bases)
        return;
    set_kernel(t, g, &laid);
    Kernel *k = t->kernel;
    Search *s = t->search;
    count_turn(t, g, &laid, &tally, colour, points);
    find_ranks(s, &tally, colour, points);
    list_all_sets(s);
    size_t masks = (size_t)k->full + 1;
    Exact x = {s, take(k, &k->scratch, masks * sizeof(Ranks)), take(k, &k->scratch, masks * sizeof(Mask)), 0, 0};
    for (size_t mask = 0; mask < masks; mask++)
        x.exact[mask] = (Ranks){NEVER, NEVER};
    for (x.place = 0; x.place < s->takers; x.place++) {
        x.count = 0;
        add_sets(&x, 0, (Ranks){0, NEVER}, 0);
        for (uint32_t index = 0; index < x.count; index++) {
            Mask mask = x.found[index];
            int clears = laid.centre && (mask & laid.centre) == laid.centre;
            Move *move = new_move(e, TAKE, laid.taker[x.place], 0);
            move->gain = (int16_t)((x.exact[mask].taken + (clears ? t->rules.clear_rank : 0)) >> 20);
            use(move, &laid, mask);
            move->own |= 1u << laid.taker[x.place];
            move->order = 8 * move->gain;
            x.exact[mask] = (Ranks){NEVER, NEVER};
        }
    }
}

/* Put a number card of the hand among the bases of a turn, as cards of a build. */
static void add_base(const Table *t, const Game *g, Laid *laid, int held) {
    int value = t->cards[g->hand[g->player][held]].value, at = laid->bases;
    for (; at && g->centre[laid->spot[at - 1]].value > value; at--)
        ;
    memmove(laid->spot + at + 1, laid->spot + at, (size_t)(laid->items - at));
    laid->spot[at] = (uint8_t)(IN_HAND | held);
    laid->items++;
    laid->bases++;
}

/* The builds of one number card of the hand whose answer is another one. */
static void add_builds_of(End *e, const Game *g, const Laid *plain, int held) {
    Table *t = e->t;
    Kernel *k = t->kernel;
    const uint8_t *hand = g->hand[g->player];
    uint16_t answers = 0;
    for (int place = 0; place < g->held[g->player]; place++)
        if (place != held && !t->cards[hand[place]].is_wild)
            answers |= (uint16_t)(1u << t->cards[hand[place]].value);
    if (!answers || !g->lying)
        return;
    Laid laid = *plain;
    add_base(t, g, &laid, held);
    set_kernel(t, g, &laid);
    Mask own = 0, centre = 0;
    for (int bit = 0; bit < laid.items; bit++)
        if (laid.spot[bit] == (uint8_t)(IN_HAND | held))
            own = (Mask)1 << bit;
        else if (!(laid.spot[bit] & IN_HAND))
            centre |= (Mask)1 << bit;
    for (Mask mask = own; mask <= k->full; mask++) {
        if (!(mask & own) || !(mask & centre))
            continue;
        for (uint16_t made = values_made(t->search, mask, answers); made; made &= (uint16_t)(made - 1)) {
            Move *move = new_move(e, BUILD, held, __builtin_ctz(made));
            use(move, &laid, mask);
            move->order = cards_in(mask);
        }
    }
}

static int is_first_of_kind(const Game *g, int held) {
    for (int place = 0; place < held; place++)
        if (g->hand[g->player][place] == g->hand[g->player][held])
            return 0;
    return 1;
}

static void add_builds(End *e, const Game *g) {
    Laid plain;
    lay_out_turn(e->t, g, &plain);
    for (int held = 0; held < g->held[g->player]; held++)
        if (!e->t->cards[g->hand[g->player][held]].is_wild && is_first_of_kind(g, held))
            add_builds_of(e, g, &plain, held);
}

static void add_discards(End *e, const Game *g) {
    for (int held = 0; held < g->held[g->player]; held++) {
        const Facts *f = &e->t->cards[g->hand[g->player][held]];
        if (!f->is_wild && is_first_of_kind(g, held)) {
            Move *move = new_move(e, DISCARD, held, 0);
            move->own = 1u << held;
            move->order = 4 - f->in_hand;
        }
    }
}

/* Do a play with its discards, and give the turn on. */
static void do_move(const Table *t, Game *g, const Move *move) {
    int who = g->player;
    Lying build = {0}, thrown[MOST_HELD];
    int count = 0, first = -1, cards = 0;
    for (int place = 0; place < g->lying; place++)
        if (move->lying >> place & 1) {
            first = first < 0 ? place : first;
            cards += g->centre[place].cards;
            join(&build, &g->centre[place]);
            g->centre[place].cards = 0;
        }
    for (int place = 0; place < g->held[who]; place++) {
        Lying one = single(t, g->hand[who][place]);
        if (move->before >> place & 1 || (move->kind == DISCARD && move->own >> place & 1))
            thrown[count++] = one;
        else if (move->own >> place & 1) {
            cards++;
            join(&build, &one);
        }
    }
    for (int place = g->held[who] - 1; place >= 0; place--)
        if ((move->own | move->before) >> place & 1)
            remove_held(g, place);
    build.is_build = 1;
    build.card = NO_CARD;
    build.value = move->value;
    int kept = 0;
    for (int place = 0; place < g->lying; place++) {
        Lying one = move->kind == BUILD && place == first ? build : g->centre[place];
        if (one.cards)
            g->centre[kept++] = one;
    }
    g->lying = kept;
    for (int index = 0; index < count; index++)
        lay(g, thrown[index]);
    if (move->kind == TAKE) {
        g->won[who] += cards;
        g->score[who] += move->gain;
        g->last_taker = who;
    }
    end_turn(t, g);
}

/* ---- search ---------------------------------------------------------------------------------------------------------------- */

static uint64_t key_of(const Table *t, const Game *g, int win_bonus) {
    uint64_t centre = 0, key;
    for (int place = 0; place < g->lying; place++)
        centre += mixed(g->centre[place].hash + (uint64_t)g->centre[place].value + 256 * (uint64_t)g->centre[place].is_build);
    key = joined(centre, (uint64_t)(g->player + 4 * g->last + 8 * g->chances + 64 * (g->last_taker + 1)));
    for (int who = 0; who < g->players; who++) {
        uint64_t hand = 0;
        for (int place = 0; place < g->held[who]; place++)
            hand += mixed(t->cards[g->hand[who][place]].hash);
        key = joined(key, hand);
    }
    key = joined(key, (uint64_t)(int64_t)(g->won[0] - g->won[1]));
    return win_bonus ? joined(key, (uint64_t)(int64_t)(g->score[0] - g->score[1])) : key;
}

static uint64_t order_of(const Game *g) {
    uint64_t order = (uint64_t)g->lying;
    for (int place = 0; place < g->lying; place++)
        order = joined(order, g->centre[place].hash + (uint64_t)g->centre[place].value);
    for (int place = 0; place < g->held[g->player]; place++)
        order = joined(order, g->hand[g->player][place]);
    return order;
}

static int ahead(const Game *g, int who) { return g->score[who] - g->score[1 - who]; }

/* The value of a margin of points in the end; `now` is what the player whose turn it is is ahead by. */
static int value_of(const End *e, int margin, int now) {
    return !e->win_bonus ? margin - now : margin > 0 ? margin + e->win_bonus : margin < 0 ? margin - e->win_bonus : 0;
}

static int searched_end(End *e, const Game *g, int alpha, int beta, Move *chosen);

/* What a play leads to, less what the player is ahead now where winning counts no more than points. */
static int after_move(End *e, const Game *g, const Move *move, int alpha, int beta) {
    Game next = *g;
    int who = g->player;
    do_move(e->t, &next, move);
    int more = e->win_bonus ? 0 : ahead(&next, who) - ahead(g, who);
    if (next.over) {
        int margin = ahead(&next, who);
        return value_of(e, margin, ahead(g, who));
    }
    return more - searched_end(e, &next, more - beta, more - alpha, NULL);
}

static void add_moves(End *e, const Game *g, int stage) {
    int first = e->used, numbers = 0, held = g->held[g->player];
    for (int place = 0; place < held; place++)
        numbers += !e->t->cards[g->hand[g->player][place]].is_wild;
    if (!numbers && !g->last) { /* a hand of wild cards is discarded */
        if (!stage) {
            int out = e->t->rules.one_wild && held < FULL_HAND && held ? 1 : held;
            new_move(e, DISCARD, 0, 0)->own = (1u << out) - 1;
        }
        return;
    }
    if (!stage) {
        add_takes(e, g);
        if (g->last)
            new_move(e, PASS, 0, 0)->order = -8;
        else
            add_discards(e, g);
    } else if (!g->last)
        add_builds(e, g);
    add_discards_before(e, g, first);
}

static void count_node(End *e, const Game *g) {
    if (++e->nodes > e->most_nodes || (e->deadline && e->nodes % NODES_A_GLANCE == 0 && thread_now() > e->deadline))
        stop(e->t->kernel, OUT_OF_TIME);
    if (e->nodes % 4096 == 0 && PyErr_CheckSignals())
        stop(e->t->kernel, PYTHON_ERROR);
    int items = 1;
    for (int place = 0; place < g->lying; place++)
        items += is_base(e->t, &g->centre[place]) || is_wild(e->t, &g->centre[place]);
    for (int place = 0; place < g->held[g->player]; place++)
        items += e->t->cards[g->hand[g->player][place]].is_wild;
    if (items > MOST_END_ITEMS)
        stop(e->t->kernel, OUT_OF_MEMORY);
}

static int32_t *tried_before(End *e, const Game *g, const Move *move) {
    uint8_t card = g->hand[g->player][move->held];
    return &e->tried[g->player][move->kind][cards_in(move->before)][card];
}

static int number_cards(const Table *t, const Game *g, int who) {
    int count = 0;
    for (int place = 0; place < g->held[who]; place++)
        count += !t->cards[g->hand[who][place]].is_wild;
    return count;
}

/* Put plays in order by what they bring less the best take that they leave to the other. Plays that differ only in the wild cards discarded
 * before them stand together; the first of them tells it for all. */
static void look_ahead(End *e, const Game *g, int at) {
    const Move *same = NULL;
    int left = 0;
    for (int index = at; index < e->used; index++) {
        Move *move = &e->moves[index];
        if (!same || !same->before || same->lying != move->lying || same->own != move->own || same->value != move->value) {
            Game next = *g;
            Laid laid;
            do_move(e->t, &next, move);
            left = next.over ? 0 : best_take(e->t, &next, &laid).gain;
            same = move;
        }
        move->order = move->gain - left - cards_in(move->before);
    }
}

/* The next play to try of those from `at` on: the one with the highest order. */
static Move next_move(End *e, int at, int end) {
    int best = at;
    for (int index = at + 1; index < end; index++)
        if (e->moves[index].order > e->moves[best].order)
            best = index;
    Move chosen = e->moves[best];
    e->moves[best] = e->moves[at];
    e->moves[at] = chosen;
    return chosen;
}

/* ---- last chances ---------------------------------------------------------------------------------------------------------- */

/* By how many points for most cards a player is ahead, if the game ended with so many cards for each. */
static int most_cards_ahead(const Rules *r, int mine, int other) {
    return r->most_cards == MOST_NOTHING ? 0 : mine > other ? r->most_cards_points : mine < other ? -r->most_cards_points : 0;
}

/* Whether the last chance of a game is one sum: the points of its take, and those that the cards used no longer cost in the hand. All cards
 * of the centre go to who takes, so that only the number of cards used of the hand could decide about most cards; `*bonus` is what it
 * brings where it does not. */
static int is_one_sum(const Table *t, const Game *g, int *bonus) {
    const Rules *r = &t->rules;
    int who = g->player, held = g->held[who], net = r->most_cards == MOST_NET;
    int mine = g->won[who], other = g->won[1 - who] - net * g->held[1 - who];
    for (int place = 0; place < g->lying; place++)
        mine += g->centre[place].cards;
    *bonus = most_cards_ahead(r, mine + held, other);
    return g->last && !g->chances && r->by_points && !r->centre_points && most_cards_ahead(r, mine + 1 - net * (held - 1), other) == *bonus;
}

/* The most points of a take of the last chance, those included that its cards no longer cost in the hand; 0 where there is none. */
static int best_sum(End *e, const Game *g) {
    Table *t = e->t;
    Laid laid;
    uint64_t in_hand = 1;
    lay_out_turn(t, g, &laid);
    if (!laid.takers || !laid.bases)
        return 0;
    for (int bit = 0; bit < laid.items; bit++)
        in_hand |= laid.spot[bit] & IN_HAND ? (uint64_t)2 << bit : 0;
    uint64_t key = joined(laid.key, in_hand << 20); /* no key of a plain turn */
    KnownTake *known = &t->known[key & (KEPT_TAKES - 1)];
    if (known->key != key) {
        known->take = searched(t, g, &laid, 1);
        known->key = key;
    }
    return known->take.gain;
}

/* The value of the last chance of a game that is one sum: the better of passing and the best take. */
static int last_value(End *e, const Game *g, int beta, int bonus) {
    int who = g->player, saved;
    Move pass = {0, 0, 0, 0, 0, PASS, 0, 0};
    int best = after_move(e, g, &pass, 0, 0); /* the game is over then: no bounds matter */
    if (best >= beta || !(saved = best_sum(e, g)))
        return best;
    int left = 0;
    for (int place = 0; place < g->held[who]; place++)
        left += e->t->cards[g->hand[who][place]].in_hand;
    for (int place = 0; place < g->held[1 - who]; place++)
        left -= e->t->cards[g->hand[1 - who][place]].in_hand;
    int now = ahead(g, who), value = value_of(e, now + saved - left + bonus, now);
    return value > best ? value : best;
}

/* ---- the tree -------------------------------------------------------------------------------------------------------------- */

/* Note what the bonuses of so many cards in so many sets bring at most, whatever the cards. */
static void find_most_bonus(End *e) {
    int of_set[MOST_BOUND_CARDS + 1] = {0};
    for (int cards = 1; cards <= MOST_BOUND_CARDS; cards++) {
        int place = cards < MOST_CARDS ? cards : MOST_CARDS - 1, operations = 0, colours = 0;
        for (int kind = 0; kind < 8; kind++)
            operations = e->t->bonus[place * 8 + kind] > operations ? e->t->bonus[place * 8 + kind] : operations;
        for (int kind = 0; kind < 512; kind++)
            colours = e->t->colours[place * 512 + kind] > colours ? e->t->colours[place * 512 + kind] : colours;
        of_set[cards] = 1 + operations + colours;
    }
    memset(e->most_bonus, 0, (MOST_BOUND_CARDS + 1) * sizeof *e->most_bonus);
    for (int sets = 1; sets <= MOST_BOUND_SETS; sets++)
        for (int cards = 1; cards <= MOST_BOUND_CARDS; cards++)
            for (int some = 1; some <= cards; some++) {
                int bonus = of_set[some] + e->most_bonus[cards - some][sets - 1];
                if (bonus > e->most_bonus[cards][sets])
                    e->most_bonus[cards][sets] = bonus;
            }
}

/* More than a player can still gain on the other: all cards in the best sets, each take a clearing one, most cards, and all cards that the
 * other holds counted against him. FAR where that is not bounded. */
static int most_gain(const End *e, const Game *g, int who) {
    const Table *t = e->t;
    int cards = 0, sets = 0, takes = 0, points = t->rules.most_cards == MOST_NOTHING ? 0 : t->rules.most_cards_points;
    int can_take = !g->last || g->player == who || g->chances;
    for (int place = 0; place < g->held[1 - who]; place++)
        points += t->cards[g->hand[1 - who][place]].in_hand;
    if (!can_take)
        return points;
    for (int place = 0; place < g->lying; place++) {
        points += g->centre[place].points;
        cards += g->centre[place].cards;
        sets += is_base(t, &g->centre[place]);
    }
    for (int one = 0; one < 2; one++)
        for (int place = 0; place < g->held[one] && (one == who || !g->last); place++) {
            const Facts *f = &t->cards[g->hand[one][place]];
            points += f->points;
            cards++;
            sets += !f->is_wild && !g->last;
            takes += one == who && !f->is_wild;
        }
    takes = g->last && takes ? 1 : takes;
    if (cards > MOST_BOUND_CARDS || sets > MOST_BOUND_SETS)
        return FAR;
    return points + e->most_bonus[cards][sets] + takes * (int)(t->rules.clear_rank >> 20);
}

/* Whether what is left to win leaves the value of a position beyond the bounds, and then how far at most or at least. */
static int is_beyond(const End *e, const Game *g, int alpha, int beta, int *value) {
    if (!e->t->rules.by_points || e->t->rules.centre_points)
        return 0;
    int now = ahead(g, g->player), most = most_gain(e, g, g->player);
    *value = most == FAR ? FAR : value_of(e, now + most, now);
    if (*value <= alpha)
        return 1;
    most = most_gain(e, g, 1 - g->player);
    *value = most == FAR ? -FAR : value_of(e, now - most, now);
    return *value >= beta;
}

/* The value of a position for the player whose turn it is, within the bounds, and the best play. */
static int searched_end(End *e, const Game *g, int alpha, int beta, Move *chosen) {
    uint64_t key = key_of(e->t, g, e->win_bonus), order = order_of(g);
    KnownEnd *known = &e->known[key & (KEPT_POSITIONS - 1)];
    key ^= e->salt; /* nothing is known from other searches, whose places the same positions have */
    Move first, best_move;
    int best = -FAR, lower = alpha, same = known->key == key, start = e->used, bonus;
    int has_first = same && known->order == order;
    if (same && !chosen) {
        if (known->bound == EXACT || (known->bound == AT_LEAST && known->value >= beta) || (known->bound == AT_MOST && known->value <= alpha))
            return known->value;
    }
    if (!chosen && is_beyond(e, g, alpha, beta, &best))
        return best;
    best = -FAR;
    count_node(e, g);
    if (!chosen && is_one_sum(e->t, g, &bonus))
        return last_value(e, g, beta, bonus);
    memset(&best_move, 0, sizeof best_move);
    if (has_first) {
        first = known->move;
        best = after_move(e, g, &first, lower, beta);
        best_move = first;
        lower = best > lower ? best : lower;
    }
    int numbers = number_cards(e->t, g, 0) + number_cards(e->t, g, 1), looks = numbers >= LOOKING_NUMBERS && !g->last;
    for (int stage = 0; stage < 2 && best < beta; stage++) {
        int at = e->used;
        add_moves(e, g, stage);
        if (looks && !stage)
            add_moves(e, g, ++stage);
        if (looks)
            look_ahead(e, g, at);
        for (int index = at; index < e->used && !looks; index++)
            e->moves[index].order += *tried_before(e, g, &e->moves[index]);
        for (int end = e->used; at < end && best < beta; at++) {
            Move move = next_move(e, at, end);
            int narrow = best > -FAR && beta - lower > 1; /* whether it is better at all, and only then by how much */
            int value = after_move(e, g, &move, lower, narrow ? lower + 1 : beta);
            if (narrow && value > lower && value < beta)
                value = after_move(e, g, &move, lower, beta);
            if (value > best) {
                best = value;
                best_move = move;
            }
            lower = best > lower ? best : lower;
        }
    }
    e->used = start;
    if (best >= beta)
        *tried_before(e, g, &best_move) += 1;
    *known = (KnownEnd){key, order, best, best >= beta ? AT_LEAST : best <= alpha ? AT_MOST : EXACT, best_move};
    if (chosen)
        *chosen = best_move;
    return best;
}

/* ---- ends of three or four, all of whose cards are given ------------------------------------------------------------------ */

#define KEPT_MANY (1u << 14)

/* What each player gains from a position on. */
typedef struct {
    uint64_t key;
    int32_t gains[MOST_SEATS];
} KnownMany;

/* Whether a player whose turn it is prefers these gains: he ends farther ahead of the others on average; or just as far, and the others gain
 * less, the next one first. So the gains of a position do not depend on the order in which plays are tried. */
static int is_preferred(const Game *g, const int32_t *gains, const int32_t *to) {
    int mine = g->players * (gains[g->player] - to[g->player]);
    for (int who = 0; who < g->players; who++)
        mine -= gains[who] - to[who];
    for (int step = 1; !mine && step <= g->players; step++) {
        int who = (g->player + step) % g->players;
        mine = to[who] - gains[who];
    }
    return mine > 0;
}

/* What each player gains if everybody knows all cards and plays so that he ends farthest ahead of the others on average. */
static void find_gains(End *e, KnownMany *known_ends, const Game *g, int32_t *gains) {
    uint64_t key = key_of(e->t, g, 0);
    for (int who = 1; who < g->players; who++)
        key = joined(key, (uint64_t)(int64_t)(g->won[who] - g->won[0]));
    KnownMany *known = &known_ends[key & (KEPT_MANY - 1)];
    key ^= e->salt; /* so that the number of positions does not depend on what was searched before */
    if (known->key == key) {
        memcpy(gains, known->gains, sizeof known->gains);
        return;
    }
    count_node(e, g);
    int start = e->used;
    add_moves(e, g, 0);
    add_moves(e, g, 1);
    for (int index = start, end = e->used; index < end; index++) {
        Game next = *g;
        int32_t more[MOST_SEATS] = {0};
        Move move = e->moves[index];
        do_move(e->t, &next, &move);
        if (!next.over)
            find_gains(e, known_ends, &next, more);
        for (int who = 0; who < g->players; who++)
            more[who] += next.score[who] - g->score[who];
        if (index == start || is_preferred(g, more, gains))
            memcpy(gains, more, sizeof more);
    }
    e->used = start;
    known->key = key;
    memcpy(known->gains, gains, sizeof known->gains);
}
