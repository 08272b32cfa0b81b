/** The proofs of the books: what must always hold. They run each night; what they found last is shown and hinders closing. */
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { BookProof } from './points.ts';
import { invariants } from './queries.ts';

/** By how much each proof fails, by its kind; empty if the books agree. */
export type Differences = Record<string, number>;

type Invariants = Awaited<ReturnType<typeof invariants>>;

/** The ledger's own, found by one statement; domains to the right plug theirs into points.ts. */
const OWN: readonly (Pick<BookProof, 'kind' | 'name'> & { of: keyof Invariants })[] = [
  { kind: 'sum', name: ['Debit and credit of all entries', 'সব ডেবিট ও ক্রেডিট'], of: 'sumMinor' },
  { kind: 'journals', name: ['Each journal by itself', 'প্রতিটি জার্নাল'], of: 'badJournals' },
  {
    kind: 'documents',
    name: [
      'The books against bills, demand notes, advances and refunds',
      'বিল, ডিমান্ড নোট, অগ্রিম ও ফেরতের সঙ্গে হিসাব',
    ],
    of: 'subledgerDifferenceMinor',
  },
];

export const allProofs = (plugged: readonly BookProof[]): readonly Pick<BookProof, 'kind' | 'name'>[] => [
  ...OWN,
  ...plugged,
];

/** Runs the proofs. Each is one statement, which sees the books of one moment. */
export async function differencesOf(db: Db | Tx, plugged: readonly BookProof[]): Promise<Differences> {
  const own = await invariants(db);
  const found: [kind: string, amount: number][] = OWN.map(({ kind, of }) => [kind, own[of]]);
  for (const { kind, difference } of plugged) found.push([kind, await difference(db)]);
  return Object.fromEntries(found.filter(([, amount]) => amount !== 0));
}

export type LastProof = { provedAt: string; differences: Differences };

/** The last proof; undefined before the first night. */
export function lastProof(db: Db | Tx): Promise<LastProof | undefined> {
  return first(
    db,
    sql<LastProof>`select proved_at as "provedAt", differences from ledger.book_proofs
      order by proved_at desc, id desc limit 1`,
  );
}
