/** What the payments add to the nightly proof of the books. */
import type { BookProof } from '#domains/ledger/points.ts';
import { differences } from './queries.ts';
import { tallyDifference } from './tally.ts';

export const settledBills: BookProof = {
  kind: 'settled',
  name: ['What is settled of each bill against its payments', 'প্রতিটি বিলের পরিশোধ ও তার পেমেন্ট'],
  difference: async (db) => (await differences(db)).unsettledMinor,
};

export const talliedPayments: BookProof = {
  kind: 'tallied-payments',
  name: [
    'The numbers and sums of all payments against the payments',
    'সব পেমেন্টের সংখ্যা ও যোগফল এবং পেমেন্টগুলো',
  ],
  difference: tallyDifference,
};
