import type { RunState } from './bill-run.rules.ts';

export const CALCULATE_JOB = 'billing:calculate-run';

export const POST_JOB = 'billing:post-run';

/** The work that a run of this state waits for. */
export const jobOf = (state: RunState): string => (state === 'POSTING' ? POST_JOB : CALCULATE_JOB);
