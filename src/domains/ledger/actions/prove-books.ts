/** Proves the books and keeps what was found. */
import { type Db, execute, sql } from '#platform/database/db.ts';
import type { BookProof } from '../points.ts';
import { type Differences, differencesOf } from '../proofs.ts';

export async function proveBooks(db: Db, now: Date, plugged: readonly BookProof[]): Promise<Differences> {
  const differences = await differencesOf(db, plugged);
  await execute(
    db,
    sql`insert into ledger.book_proofs (proved_at, differences)
      values (${now}, ${JSON.stringify(differences)}::jsonb)`,
  );
  return differences;
}
