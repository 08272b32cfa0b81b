/** Deletes the files of prints that were cancelled, or that are older than they are kept. What was printed stays written down. */
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, first, sql, transaction } from '#platform/database/db.ts';
import type { FileStore } from '#platform/files/store.ts';
import { keptUntilDay } from '../kept-until.ts';
import { partKey } from '../print.rules.ts';

type Means = { db: Db; store: FileStore; clock: Clock };

export async function deletePrintFiles({ db, store, clock }: Means): Promise<void> {
  const due = await all<{ id: string }>(
    db,
    sql`select id from billing.prints where files_deleted_at is null and ended_at is not null
        and (state = 'CANCELLED' or ${keptUntilDay} < ${today(clock)}::date)
      order by ended_at`,
  );
  for (const { id } of due) await deleteFilesOf({ db, store, clock }, id);
}

/**
 * A part that is written at this moment is locked: then its worker plans the deletion again. The print itself is waited for, because
 * who holds it may have found a part that was written until now. If the store does not answer, nothing is noted.
 */
function deleteFilesOf({ db, store, clock }: Means, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const print = await first(
      tx,
      sql`select from billing.prints where id = ${id} and files_deleted_at is null and state <> 'WORKING' for update`,
    );
    const parts = await all<{ partNo: number; isFree: boolean }>(
      tx,
      sql`select p.part_no as "partNo", f.part_no is not null as "isFree" from billing.print_parts p
        left join (select part_no from billing.print_parts where print_id = ${id} for update skip locked) f on f.part_no = p.part_no
        where p.print_id = ${id} order by p.part_no`,
    );
    if (!print || parts.some(({ isFree }) => !isFree)) return;
    for (const { partNo } of parts) await store.remove(partKey(id, partNo));
    await execute(tx, sql`update billing.prints set files_deleted_at = ${clock.now()} where id = ${id}`);
  });
}
