/** Sums of demand notes, in poisha. */

/** A payment is at most ৳10 crore: a larger note could never be paid. */
export const MOST_NOTE_MINOR = 100_000_000_00;

/** The smallest part of a note, unless less is left: a plot is not kept for one poisha. */
export const LEAST_PART_MINOR = 100_00;
