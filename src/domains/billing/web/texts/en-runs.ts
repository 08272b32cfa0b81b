/** What lists of bill runs are narrowed to. */
export const runStates = {
  PLANNED: 'Planned',
  CALCULATING: 'Calculating',
  REVIEW: 'Waits for approval',
  APPROVED: 'Waits for posting',
  POSTING: 'Posting',
  POSTED: 'Posted',
  CANCELLED: 'Given up',
  REVERSED: 'Reversed',
  FAILED: 'Failed',
  HELD_LEFT: 'Bills left out',
  REVERSAL_ASKED: 'Reversal asked for',
};
