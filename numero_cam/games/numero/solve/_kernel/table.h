/* A game at the table, as far as a search plays it: cards by their numbers in a list, hands, centre, stock. `playouts.py` says it in Python. */
#pragma once
#include "takes.h"

#define MOST_CARD_KINDS 128
#define MOST_LYING 96 /* no pack has more cards */
#define MOST_HELD 16
#define MOST_SEATS 4
#define FULL_HAND 5
#define NO_CARD 255
#define LARGEST_VALUE 15
#define KEPT_TAKES (1u << 15) /* entries of the table of known takes, a power of two */

/* What is known of a card; its number in the list of cards is its place. */
typedef struct {
    int is_wild, value, order, text, meaning; /* value: of a number card; order: in the pack; meaning: equal where two do the same */
    uint32_t colours, operations;
    int points, in_hand, in_centre; /* in a take, left in a hand, and left in the centre */
    Action action;
    uint64_t hash;
} Facts;

/* A card or build of the centre. */
typedef struct {
    uint64_t hash;
    uint32_t colours;
    int16_t points, in_centre, text;
    uint8_t card, cards, numbers, operations, value, is_build; /* value 0: it is in no set */
} Lying;

typedef struct {
    Lying centre[MOST_LYING];
    const uint8_t *stock;
    int lying, stock_left, players, player, last_taker, chances, last, over; /* last: in the last chances, of which others follow */
    int held[MOST_SEATS], won[MOST_SEATS], score[MOST_SEATS];
    uint8_t hand[MOST_SEATS][MOST_HELD];
} Game;

typedef struct {
    int negative, by_points, all_chances, one_wild, centre_points, most_cards, most_cards_each, most_cards_points, numbers, most_items;
    Rank worth_points, worth_cards, clear_rank;
} Rules;

enum { MOST_NOTHING, MOST_NET, MOST_WON };

/* The cards of a turn as bits: bases, then wild cards; where each lies; and the taking cards. */
typedef struct {
    int items, bases, takers;
    Mask centre; /* the bits of the centre's cards, if it can be cleared */
    uint8_t spot[MOST_ITEMS]; /* place in the centre, or IN_HAND and the place in the hand */
    uint8_t taker[MOST_HELD]; /* place in the hand */
    uint64_t key;
} Laid;
#define IN_HAND 128

/* A take: nothing where gain is 0. */
typedef struct {
    int gain;
    uint8_t place; /* of the taking card among the takers */
    Mask used;
} BestTake;

typedef struct {
    uint64_t key;
    BestTake take;
} KnownTake;

typedef struct {
    PyObject_HEAD
    Kernel *kernel;
    Search *search;
    Mark pool, scratch;
    Rules rules;
    Facts cards[MOST_CARD_KINDS];
    int card_count;
    char bonus[MOST_CARDS * 8], colours[MOST_CARDS * 512];
    KnownTake *known;
    KnownSet *known_sets;
    uint64_t bit_keys[MOST_ITEMS];
    Kernel *all_kernel;        /* knows the cards of a whole search of an end, so that what is found out serves all its positions */
    const int *all_meanings;   /* of these cards, while such a search lasts */
    uint64_t end_searches; /* number of searches of ends so far */
    void *end_moves, *end_known, *end_tried, *end_many; /* of `endgame.h`, on first use */
} Table;

static uint64_t mixed(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

static uint64_t joined(uint64_t one, uint64_t other) { return mixed(one ^ (other * 0x9E3779B97F4A7C15u)); }

/* ---- cards on the table ---------------------------------------------------------------------------------------------------- */

static Lying single(const Table *t, uint8_t card) {
    const Facts *f = &t->cards[card];
    return (Lying){f->hash, f->colours, (int16_t)f->points, (int16_t)f->in_centre, (int16_t)f->text, card, 1, !f->is_wild,
                   (uint8_t)f->operations, (uint8_t)(f->is_wild ? 0 : f->value), 0};
}

static int is_wild(const Table *t, const Lying *one) { return !one->is_build && t->cards[one->card].is_wild; }
static int is_base(const Table *t, const Lying *one) { return one->value && !is_wild(t, one); }

/* Add what lies to a build. */
static void join(Lying *build, const Lying *more) {
    build->hash += more->hash;
    build->colours |= more->colours;
    build->points = (int16_t)(build->points + more->points);
    build->in_centre = (int16_t)(build->in_centre + more->in_centre);
    build->cards = (uint8_t)(build->cards + more->cards);
    build->numbers = (uint8_t)(build->numbers + more->numbers);
    build->operations |= more->operations;
}

static void lay(Game *g, Lying one) {
    if (g->lying < MOST_LYING)
        g->centre[g->lying++] = one;
}

static uint8_t remove_held(Game *g, int place) {
    uint8_t *hand = g->hand[g->player], card = hand[place];
    int left = --g->held[g->player] - place;
    memmove(hand + place, hand + place + 1, (size_t)left);
    return card;
}

/* ---- laying out ------------------------------------------------------------------------------------------------------------ */

static int base_before(const Lying *one, const Lying *other) {
    if (one->value != other->value)
        return one->value < other->value;
    if (one->is_build != other->is_build)
        return other->is_build;
    return one->text < other->text;
}

static int wild_order(const Table *t, const Game *g, uint8_t spot) {
    return t->cards[spot & IN_HAND ? g->hand[g->player][spot & ~IN_HAND] : g->centre[spot].card].order;
}

static int order_of_held(const Table *t, const Game *g, uint8_t place) { return t->cards[g->hand[g->player][place]].order; }

/* Leave out bases and wild cards as `masks.py` does where there are too many. */
static void choose(const Table *t, const Game *g, Laid *laid, uint8_t *bases, int *base_count, uint8_t *wilds, int *wild_count) {
    int most = t->rules.most_items, half = most / 2, room = most - *base_count;
    int few = room > half ? room : half, taken = 0;
    uint8_t chosen[MOST_LYING];
    if (*wild_count > few)
        *wild_count = few;
    room = most - *wild_count;
    memset(chosen, 0, sizeof chosen);
    for (int other = 0; other < 2; other++)
        for (int index = 0; index < *base_count && taken < room; index++) {
            int wanted = 0;
            for (int place = 0; place < laid->takers; place++)
                wanted |= t->cards[g->hand[g->player][laid->taker[place]]].value == g->centre[bases[index]].value;
            if (!chosen[index] && wanted == !other) {
                chosen[index] = 1;
                taken++;
            }
        }
    int kept = 0;
    for (int index = 0; index < *base_count; index++)
        if (chosen[index])
            bases[kept++] = bases[index];
    *base_count = kept;
    (void)wilds;
}

static void find_takers(const Table *t, const Game *g, Laid *laid) {
    const uint8_t *hand = g->hand[g->player];
    laid->takers = 0;
    for (int place = 0; place < g->held[g->player]; place++) {
        if (t->cards[hand[place]].is_wild)
            continue;
        int at = laid->takers, twice = 0;
        for (int index = 0; index < laid->takers; index++)
            twice |= hand[laid->taker[index]] == hand[place];
        if (twice)
            continue;
        for (; at && order_of_held(t, g, laid->taker[at - 1]) > t->cards[hand[place]].order; at--)
            laid->taker[at] = laid->taker[at - 1];
        laid->taker[at] = (uint8_t)place;
        laid->takers++;
    }
}

/* Give the cards of a turn their bits, in the order of `masks.py`. */
static void lay_out_turn(const Table *t, const Game *g, Laid *laid) {
    uint8_t bases[MOST_LYING], wilds[MOST_LYING + MOST_HELD];
    int base_count = 0, wild_count = 0, possible = 0;
    find_takers(t, g, laid);
    for (int place = 0; place < g->lying; place++) {
        const Lying *one = &g->centre[place];
        possible += is_base(t, one) || is_wild(t, one);
        if (is_wild(t, one))
            wilds[wild_count++] = (uint8_t)place;
        if (!is_base(t, one))
            continue;
        int at = base_count++;
        for (; at && base_before(one, &g->centre[bases[at - 1]]); at--)
            bases[at] = bases[at - 1];
        bases[at] = (uint8_t)place;
    }
    for (int place = 0; place < g->held[g->player]; place++)
        if (t->cards[g->hand[g->player][place]].is_wild)
            wilds[wild_count++] = (uint8_t)(IN_HAND | place);
    for (int index = 1; index < wild_count; index++) {
        uint8_t spot = wilds[index];
        int at = index, order = wild_order(t, g, spot);
        for (; at && wild_order(t, g, wilds[at - 1]) > order; at--)
            wilds[at] = wilds[at - 1];
        wilds[at] = spot;
    }
    int complete = base_count + wild_count <= t->rules.most_items && possible == g->lying;
    if (base_count + wild_count > t->rules.most_items)
        choose(t, g, laid, bases, &base_count, wilds, &wild_count);
    laid->bases = base_count;
    laid->items = base_count + wild_count;
    laid->centre = 0;
    laid->key = (uint64_t)laid->items * 64 + (uint64_t)base_count;
    for (int bit = 0; bit < laid->items; bit++) {
        uint8_t spot = laid->spot[bit] = bit < base_count ? bases[bit] : wilds[bit - base_count];
        if (!(spot & IN_HAND) && complete)
            laid->centre |= (Mask)1 << bit;
        const Lying *one = &g->centre[spot & ~IN_HAND];
        uint64_t hash = spot & IN_HAND ? t->cards[g->hand[g->player][spot & ~IN_HAND]].hash
                                       : one->hash + (uint64_t)one->value + 256 * (uint64_t)one->is_build;
        laid->key = joined(laid->key, hash);
    }
    for (int place = 0; place < laid->takers; place++)
        laid->key = joined(laid->key, t->cards[g->hand[g->player][laid->taker[place]]].hash);
    laid->key = joined(laid->key, laid->centre);
}

/* Note where the cards of a turn are among those of a whole search, equal ones in turn; nothing is asked there of others. */
static void find_places(Table *t, const int *meaning, int items) {
    Mask gone = 0;
    t->search->all_kernel = t->all_kernel;
    for (int bit = 0; bit < items; bit++) {
        int place = 0;
        while (place < t->all_kernel->items && (gone >> place & 1 || t->all_meanings[place] != meaning[bit]))
            place++;
        t->search->at[bit] = place < t->all_kernel->items ? (Mask)1 << place : 0;
        gone |= t->search->at[bit];
    }
}

/* What a base does in arithmetic, as a number that no other one and no wild card has; wild cards have their own. */
static int base_meaning(V value) { return -(int)value; }

/* Tell a kernel the cards of a position by what they do, bases first; whole numbers only. */
static void set_cards(Kernel *k, int items, int bases, const int *meaning, const Action *actions) {
    k->items = items;
    k->bases = bases;
    k->full = ((Mask)1 << items) - 1;
    k->base_bits = ((Mask)1 << bases) - 1;
    k->atom_bits = 0;
    for (int bit = 0; bit < items; bit++) {
        if (bit < bases) {
            k->base[bit] = -meaning[bit];
            continue;
        }
        k->actions[bit] = actions[bit];
        if (actions[bit].kind == SUBTRACT && k->negative)
            k->atom_bits |= (Mask)1 << bit;
    }
    k->acting = k->full & ~k->base_bits & ~k->atom_bits;
    k->twin_count = 0;
    for (int bit = 0; bit < items; bit++) {
        Mask same = 0;
        for (int other = 0; other < items; other++)
            if (meaning[other] == meaning[bit])
                same |= (Mask)1 << other;
        if (same & (same - 1) && lowest(same) == bit)
            k->twins[k->twin_count++] = same;
    }
    memset(k->forms, 0, sizeof(Form) * (size_t)k->form_count);
    k->form_count = 0;
    memset(k->nodes, 0, ((size_t)k->full + 1) * sizeof(Node *));
}

/* Prepare the kernel and the search for the cards of a turn; whole numbers only. */
static void set_kernel(Table *t, const Game *g, const Laid *laid) {
    Kernel *k = t->kernel;
    int meaning[MOST_ITEMS];
    Action actions[MOST_ITEMS];
    release(&k->pool, t->pool);
    release(&k->scratch, t->scratch);
    for (int bit = 0; bit < laid->items; bit++) {
        uint8_t spot = laid->spot[bit], held = spot & IN_HAND;
        if (bit < laid->bases) { /* of the hand: the number card of a build */
            meaning[bit] = base_meaning(held ? t->cards[g->hand[g->player][spot & ~IN_HAND]].value : g->centre[spot].value);
            continue;
        }
        const Facts *f = &t->cards[held ? g->hand[g->player][spot & ~IN_HAND] : g->centre[spot].card];
        actions[bit] = f->action;
        meaning[bit] = f->meaning;
    }
    set_cards(k, laid->items, laid->bases, meaning, actions);
    for (int bit = 0; bit < laid->items; bit++)
        t->bit_keys[bit] = mixed((uint64_t)(meaning[bit] + 100));
    memset(t->search, 0, sizeof(Search));
    t->search->k = k;
    t->search->known_sets = t->known_sets;
    t->search->bit_keys = t->bit_keys;
    if (t->all_meanings)
        find_places(t, meaning, laid->items);
}
