/**
 * Takes the rows of a checked file: good ones are valid readings, flagged ones wait for review. If anything
 * that the verdicts rest on has changed since the dry run, they are given again first. Two calls have the effect of
 * one: a committed file is refused, and rows that are readings already are refused rows.
 */

import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { copyTransaction } from '#platform/database/copy-in.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { closeGate } from '../../readings/actions/lock-readings.ts';
import { replacesOther } from '../../readings/queries.ts';
import type { Import } from '../contract.ts';
import { getImport, type LockedImport, lockImport } from '../queries.ts';
import { giveVerdicts } from '../verdicts.ts';
import type { Source } from './check-import.ts';

export function commitImport(
  { database, files }: Source,
  actor: Actor,
  input: { id: string; version: number },
): Promise<Import> {
  return copyTransaction(database, async (tx, copy) => {
    // The file before the gate, as who checks it.
    const found = await lockImport(tx, actor, input.id);
    await execute(tx, closeGate);
    if (found.state !== 'CHECKED' || !found.mapping)
      throw fail(errors.import_wrong_state, { state: found.state });
    if (found.version !== input.version) throw fail(commonErrors.stale_version);
    if (await isStale(tx, found)) await giveVerdicts({ tx, copy, files }, actor, found, found.mapping);
    await execute(
      tx,
      sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres,
        previous_on, consumption_litres, expected_litres, expected_from, recent_litres, recent_days, source, state, flags, figures,
        remark, import_id, taken_by, replaces_other)
      select connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
        expected_litres, expected_from, recent_litres, recent_days, 'IMPORT', case verdict when 'GOOD' then 'VALID' else 'FLAGGED' end, flags, figures,
        left(remark, 300), import_id, ${actor.userId}::uuid, ${replacesOther(sql`w.connection_id`, sql`w.period`, actor.userId)}
      from meters.import_rows w where import_id = ${input.id} and verdict <> 'REFUSED'`,
    );
    await execute(
      tx,
      sql`update meters.imports set state = 'COMMITTED', committed_at = ${actor.now}, version = version + 1
      where id = ${input.id}`,
    );
    const committed = await getImport(tx, actor, input.id);
    const { rowsGood, rowsFlagged, rowsRefused } = committed;
    await audit(tx, actor, {
      action: 'readings.commit',
      object: 'import',
      objectId: input.id,
      after: { rowsGood, rowsFlagged, rowsRefused },
    });
    if (rowsFlagged > 0) {
      await notify(tx, actor, holdersOf('readings:review'), {
        kind: 'meters.file_review',
        occasion: input.id,
        path: '/preview-review?page=1',
        params: { count: rowsFlagged, name: committed.fileName },
      });
    }
    return committed;
  });
}

/** Also true if a crash emptied the unlogged rows. Readings, changes of meters, and limits: all have their time. */
async function isStale(tx: Tx, found: LockedImport): Promise<boolean> {
  const { stale } = await one<{ stale: boolean }>(
    tx,
    sql`select not exists (select from meters.import_rows where import_id = ${found.id})
      or exists (select from meters.readings where changed_at > ${found.checked_at}::timestamptz)
      or exists (select from meters.assignments where changed_at > ${found.checked_at}::timestamptz)
      or exists (select from meters.reading_checks where changed_at > ${found.checked_at}::timestamptz) as stale`,
  );
  return stale;
}
