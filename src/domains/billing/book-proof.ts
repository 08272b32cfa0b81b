/** What billing adds to the nightly proof of the books. */
import type { BookProof } from '#domains/ledger/points.ts';
import { tallyDifference } from './invoices/tally.ts';

export const talliedBills: BookProof = {
  kind: 'tallied-bills',
  name: ['The numbers and sums of all bills against the bills', 'সব বিলের সংখ্যা ও যোগফল এবং বিলগুলো'],
  difference: tallyDifference,
};
