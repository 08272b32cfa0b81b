/** What is the same for every bulk action. Pure; read by both sides. */

/** Records of one job: more are done in two. */
export const MOST_ITEMS = 1000;

export const JOB_STATES = ['RUNNING', 'DONE', 'CANCELLED', 'STOPPED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Of what the job does. */
const TAKEN_STATES = ['WAITING', 'DONE', 'REFUSED', 'GIVEN_UP'] as const;
/** LEFT_OUT: it could not be done to it when the job was asked for, so that the job does not try. */
export const ITEM_STATES = [...TAKEN_STATES, 'LEFT_OUT'] as const;

export type ItemCounts = Record<(typeof TAKEN_STATES)[number], number>;

/** Share of a job that is decided, in whole percent. */
export function percentOf(counts: ItemCounts): number {
  const total = TAKEN_STATES.reduce((sum, state) => sum + counts[state], 0);
  return total === 0 ? 100 : Math.floor(((total - counts.WAITING) / total) * 100);
}
