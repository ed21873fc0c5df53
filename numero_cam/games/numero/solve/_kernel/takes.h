/* The best takes of a board; `takes.py` and `packing.py` say it in Python. */
#pragma once
#include "found.h"

/* The cards of a mask among those of a whole search; nothing where there is none, or one of the cards is new. */
static Mask among_all(const Search *s, Mask mask) {
    Mask all = 0;
    for (Mask left = s->all_kernel ? mask : 0; left; left &= left - 1) {
        Mask at = s->at[lowest(left)];
        if (!at)
            return 0;
        all |= at;
    }
    return all;
}

/* Which of the wanted values from 1 to 15 (bits) the cards of a mask make; what is known of such cards is not searched again. */
static uint16_t values_made(Search *s, Mask mask, uint16_t wanted) {
    uint64_t key = 1;
    V values[16];
    uint8_t hit[16];
    uint32_t count = 0;
    for (Mask left = mask; left; left &= left - 1)
        key += s->bit_keys[lowest(left)];
    KnownSet *known = &s->known_sets[(key ^ key >> 32) & (KEPT_SETS - 1)];
    if (known->key != key)
        *known = (KnownSet){key, 0, 0};
    for (uint16_t left = wanted & (uint16_t)~known->asked; left; left &= (uint16_t)(left - 1))
        values[count++] = __builtin_ctz(left);
    if (count) {
        Mask among = among_all(s, mask);
        Kernel *k = among ? s->all_kernel : s->k;
        make_room(k);
        ask(k, ALL, among ? among : mask, values, count, hit);
        for (uint32_t index = 0; index < count; index++)
            known->made |= (uint16_t)(hit[index] << values[index]);
        known->asked |= wanted;
    }
    return known->made & wanted;
}

/* Which of the taking cards take this set, as bits. */
static uint16_t takers_of(Search *s, Mask mask) {
    if (s->known_sets) {
        uint16_t wanted = 0, made, bits = 0;
        for (int place = 0; place < s->takers; place++)
            wanted |= (uint16_t)(1u << s->target[place]);
        made = values_made(s, mask, wanted);
        for (int place = 0; place < s->takers; place++)
            bits |= (uint16_t)((made >> s->target[place] & 1) << place);
        return bits;
    }
    Mask first = rep(s->k, mask);
    if (!s->asked[first]) {
        uint8_t hit[MOST_TAKERS];
        uint16_t bits = 0;
        make_room(s->k);
        ask(s->k, ALL, first, s->target, (uint32_t)s->takers, hit);
        for (int place = 0; place < s->takers; place++)
            bits |= (uint16_t)(hit[place] << place);
        s->made[first] = bits;
        s->asked[first] = 1;
    }
    return s->made[first];
}

/* The better of what is known and of one more set beside the rest; at most one set holds the taking card. */
static inline Ranks better(Ranks best, Ranks rest, Rank alone, Rank taken) {
    if (alone + rest.alone > best.alone)
        best.alone = alone + rest.alone;
    if (taken + rest.alone > best.taken)
        best.taken = taken + rest.alone;
    if (alone + rest.taken > best.taken)
        best.taken = alone + rest.taken;
    return best;
}

/* Goes through the small sets that one taking card takes, that hold the lowest of some cards and no other card than these: through
 * the list of those with that card, or through all sets of these cards, whichever are fewer. */
typedef struct {
    const Mask *at, *end;
    const uint16_t *taken_by;
    Mask low, cards, left, one;
    int place, listed;
} Each;

static Each each_set(const Search *s, int place, Mask cards) {
    Mask low = cards & -cards, others = cards ^ low;
    uint32_t first = s->first[place][lowest(low)], last = s->first[place][lowest(low) + 1];
    int listed = last - first <= (uint32_t)1 << cards_in(others);
    return (Each){s->sets[place] + first, s->sets[place] + last, s->taken_by, low, cards, others, 0, place, listed};
}

static int next_set(Each *each) {
    if (each->listed) {
        while (each->at < each->end) {
            each->one = *each->at++;
            if (!(each->one & ~each->cards))
                return 1;
        }
        return 0;
    }
    Mask others = each->cards ^ each->low;
    while (each->low) {
        each->one = each->low | each->left;
        if (each->left)
            each->left = (each->left - 1) & others;
        else
            each->low = 0;
        if (each->taken_by[each->one] >> each->place & 1)
            return 1;
    }
    return 0;
}

static Ranks best_in(Search *s, int place, Mask cards) {
    cards &= ~((s->lows[place] & cards ? (s->lows[place] & cards & -(s->lows[place] & cards)) - 1 : 0) & s->k->base_bits);
    if (!(cards & s->lows[place]))
        return (Ranks){0, NEVER};
    Ranks *known = &s->any[place][cards];
    if (known->alone != UNKNOWN)
        return *known;
    tick(s->k);
    Mask low = cards & -cards;
    Ranks best = best_in(s, place, cards ^ low);
    const Rank *alone = s->alone, *taken = s->taken[place];
    for (Each each = each_set(s, place, cards); next_set(&each);) {
        Mask one = each.one;
        Ranks rest = best_in(s, place, cards ^ one);
        best = better(best, rest, alone[one], taken[one]);
    }
    return *known = best;
}

/* The same for sets that leave none of the centre's cards among these; NEVER where none do. */
static Ranks clearing_in(Search *s, int place, Mask cards) {
    if (!(cards & s->k->base_bits))
        return cards & s->centre || !s->centre ? (Ranks){NEVER, NEVER} : (Ranks){0, NEVER};
    Ranks *known = &s->clearing[place][cards];
    if (known->alone != UNKNOWN)
        return *known;
    tick(s->k);
    Ranks best = {NEVER, NEVER};
    const Rank *alone = s->alone, *taken = s->taken[place];
    for (Each each = each_set(s, place, cards); next_set(&each);) {
        Mask one = each.one;
        Ranks rest = clearing_in(s, place, cards ^ one);
        if (rest.alone == NEVER)
            continue;
        best = better(best, rest, alone[one], taken[one]);
    }
    return *known = best;
}

static Mask faces_of(const Search *s, Mask mask) {
    for (int twin = 0; twin < s->twin_count; twin++) {
        Mask left = s->twins[twin], held = mask & left;
        mask &= ~held;
        for (int count = cards_in(held); count; count--, left &= left - 1)
            mask |= left & -left;
    }
    return mask;
}

static int by_mask(const void *one, const void *other) {
    Mask a = *(const Mask *)one, b = *(const Mask *)other;
    return (a > b) - (a < b);
}

static void record(Search *s, int place, const Mask *masks, int count, Rank rank) {
    Found one;
    memset(&one, 0, sizeof one);
    one.rank = rank;
    one.place = place;
    one.number = s->number[place];
    one.count = count;
    for (int index = 0; index < count; index++) {
        one.masks[index] = masks[index];
        one.faces[index] = faces_of(s, masks[index]);
    }
    qsort(one.masks, (size_t)count, sizeof(Mask), by_mask);
    qsort(one.faces, (size_t)count, sizeof(Mask), by_mask);
    keep(s, &one);
}

/* Record the take with every choice of small sets among the cards left that is good enough. */
static void fill(Search *s, int place, Mask *masks, int count, Mask left, Ranks ranks) {
    tick(s->k);
    Ranks more = best_in(s, place, left);
    Rank most = ranks.taken + more.alone > ranks.alone + more.taken ? ranks.taken + more.alone : ranks.alone + more.taken;
    if (most + s->clear_rank < s->threshold)
        return;
    Mask bases = left & s->lows[place];
    if (!bases) {
        Mask used = 0;
        for (int index = 0; index < count; index++)
            used |= masks[index];
        Rank rank = ranks.taken + (s->centre && (used & s->centre) == s->centre ? s->clear_rank : 0);
        if (count && rank >= s->threshold)
            record(s, place, masks, count, rank);
        return;
    }
    Mask low = bases & -bases;
    Mask cards = left & ~((low - 1) & s->k->base_bits);
    for (Each each = each_set(s, place, cards); next_set(&each);) {
        Mask one = each.one;
        Rank inside = ranks.alone + s->taken[place][one], outside = ranks.taken + s->alone[one];
        masks[count] = one;
        fill(s, place, masks, count + 1, cards ^ one, (Ranks){ranks.alone + s->alone[one], inside > outside ? inside : outside});
    }
    fill(s, place, masks, count, cards ^ low, ranks);
}

/* Find the sets of up to this many cards and the best takes of them alone. */
static void pack(Search *s, int most) {
    Kernel *k = s->k;
    uint32_t total[MOST_TAKERS] = {0};
    memset(s->first, 0, sizeof s->first);
    memset(s->taken_by, 0, ((size_t)k->full + 1) * sizeof(uint16_t));
    for (Mask mask = 1; mask <= k->full; mask++) {
        if (!(mask & k->base_bits) || cards_in(mask) > most)
            continue;
        uint16_t bits = s->taken_by[mask] = takers_of(s, mask);
        for (int place = 0; place < s->takers; place++)
            if (bits >> place & 1) {
                total[place]++;
                s->first[place][lowest(mask) + 1]++;
            }
    }
    uint32_t next[MOST_TAKERS][MOST_ITEMS + 1];
    for (int place = 0; place < s->takers; place++) {
        s->sets[place] = take(k, &k->scratch, (total[place] + 1) * sizeof(Mask));
        s->lows[place] = 0;
        for (int bit = 0; bit < MOST_ITEMS; bit++) {
            if (s->first[place][bit + 1])
                s->lows[place] |= (Mask)1 << bit;
            s->first[place][bit + 1] += s->first[place][bit];
        }
        memcpy(next[place], s->first[place], sizeof next[place]);
        for (Mask cards = 0; cards <= k->full; cards++)
            s->any[place][cards].alone = s->clearing[place][cards].alone = UNKNOWN;
    }
    for (Mask mask = 1; mask <= k->full; mask++)
        if (mask & k->base_bits && cards_in(mask) <= most) {
            uint16_t bits = s->taken_by[mask];
            for (int place = 0; place < s->takers; place++)
                if (bits >> place & 1)
                    s->sets[place][next[place][lowest(mask)]++] = mask;
        }
    Mask masks[MOST_ITEMS];
    for (int place = 0; place < s->takers; place++)
        fill(s, place, masks, 0, k->full, (Ranks){0, NEVER});
}

typedef struct {
    Rank rank;
    int place;
    Mask large;
} Candidate;

static int by_rank(const void *one, const void *other) {
    const Candidate *a = one, *b = other;
    if (a->rank != b->rank)
        return (a->rank < b->rank) - (a->rank > b->rank);
    if (a->place != b->place)
        return a->place - b->place;
    return (a->large > b->large) - (a->large < b->large);
}

static Rank larger(Rank one, Rank other) { return one > other ? one : other; }

/* The rank of the best take with each large set if it makes the number; returns how many reach the threshold. */
static uint32_t candidates_of(Search *s, int half, Candidate *into) {
    Kernel *k = s->k;
    uint32_t count = 0;
    for (int place = 0; place < s->takers; place++) {
        const Rank *alone = s->alone, *taken = s->taken[place];
        Ranks all = best_in(s, place, k->full);
        Rank enough = s->threshold - s->clear_rank - larger(all.alone, all.taken);
        for (Mask large = 1; large <= k->full; large++) {
            if (!(large & k->base_bits) || cards_in(large) <= half || (taken[large] < enough && alone[large] < enough))
                continue;
            Mask rest = k->full ^ large;
            Ranks more = best_in(s, place, rest);
            Rank rank = larger(taken[large] + more.alone, alone[large] + more.taken);
            if (s->centre && rank + s->clear_rank >= s->threshold) {
                Ranks cleared = clearing_in(s, place, rest);
                if (cleared.alone != NEVER)
                    rank = larger(rank, s->clear_rank + larger(taken[large] + cleared.alone, alone[large] + cleared.taken));
            }
            if (rank >= s->threshold)
                into[count++] = (Candidate){rank, place, large};
        }
    }
    qsort(into, count, sizeof(Candidate), by_rank);
    return count;
}

static void add_large(Search *s, int half) {
    Candidate *candidates = take(s->k, &s->k->scratch, (size_t)s->takers * (s->k->full + 1) * sizeof(Candidate));
    uint32_t count = candidates_of(s, half, candidates);
    for (uint32_t index = 0; index < count && candidates[index].rank >= s->threshold; index++) {
        Mask masks[MOST_ITEMS], large = candidates[index].large;
        int place = candidates[index].place;
        masks[0] = large;
        if (takers_of(s, large) >> place & 1)
            fill(s, place, masks, 1, s->k->full ^ large, (Ranks){s->alone[large], s->taken[place][large]});
    }
}
