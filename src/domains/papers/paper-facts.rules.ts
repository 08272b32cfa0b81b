/** What a paper is about, beside its place: each is told with its value as on the paper. */
export const PAPER_FACTS = [
  'application',
  'connection',
  'order',
  'ownership',
  'noc',
  'meter',
  'dueOn',
  'validUntil',
] as const;
export type PaperFact = (typeof PAPER_FACTS)[number];
