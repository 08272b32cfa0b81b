/** What the payments add to the nightly proof of the books. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { BookProof } from '#domains/ledger/points.ts';
import { one, sql } from '#platform/database/db.ts';
import { FILE_SUMS } from './bank-files/queries.ts';
import { waitingAgainstBooks } from './cheques/queries.ts';
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

/** What the posted settlement files took off the account of the gateways, against their rows. */
export const postedFiles: BookProof = {
  kind: 'posted-files',
  name: ['Posted settlement files against their rows', 'হিসাবে তোলা নিষ্পত্তি ফাইল ও তার সারি'],
  difference: async (db) =>
    (
      await one<{ difference: number }>(
        db,
        sql`select coalesce(sum(abs(s.amount + coalesce((select sum(e.amount_minor) from ledger.journals j
            join ledger.entries e on e.journal_id = j.id and e.account_code = ${sql.lit(ACCOUNTS.gateway)}
            where j.kind = 'BANK_FILE' and j.source_id = f.id), 0))), 0)::bigint as difference
          from payments.bank_files f, lateral (${FILE_SUMS}) s where f.state = 'POSTED'`,
      )
    ).difference,
};

/** Cheques that wait for the bank, against the account that has them. */
export const waitingCheques: BookProof = {
  kind: 'waiting-cheques',
  name: ['Cheques in hand and in clearing against their account', 'হাতে থাকা ও নিকাশাধীন চেক এবং তার হিসাব'],
  difference: async (db) => (await one(db, waitingAgainstBooks(ACCOUNTS.cheques))).difference,
};
