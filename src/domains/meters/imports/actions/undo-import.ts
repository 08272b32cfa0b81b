/** Takes a whole file back: its readings become void. Not after one of them is billed. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { closeGate } from '../../readings/actions/lock-readings.ts';
import { recheckFollowing } from '../../readings/actions/recheck-readings.ts';
import type { Import } from '../contract.ts';
import { getImport, lockImport } from '../queries.ts';

export async function undoImport(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number },
): Promise<Import> {
  // The file before the gate, as who checks it.
  const found = await lockImport(tx, actor, input.id);
  // Nobody else has a reading meanwhile. So the connections, which triggers lock after the readings, need no lock before
  // them: who has one, for its money, asks for no reading.
  await execute(tx, closeGate);
  if (found.state !== 'COMMITTED') throw fail(errors.import_wrong_state, { state: found.state });
  if (found.version !== input.version) throw fail(commonErrors.stale_version);
  const own = sql`from meters.readings where import_id = ${input.id}`;
  const { billed } = await one<{ billed: number }>(
    tx,
    sql`select count(*) as billed ${own} and state = 'BILLED'`,
  );
  if (billed > 0) throw fail(errors.import_billed, { count: billed });
  await execute(
    tx,
    sql`update meters.readings set state = 'VOID', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
      first_approved_by = null, version = version + 1, changed_at = clock_timestamp()
    where import_id = ${input.id} and living`,
  );
  await recheckFollowing(tx, actor, sql`select connection_id, period ${own}`);
  await execute(
    tx,
    sql`update meters.imports set state = 'UNDONE', undone_at = ${actor.now}, version = version + 1
    where id = ${input.id}`,
  );
  await audit(tx, actor, { action: 'readings.undo', object: 'import', objectId: input.id });
  return getImport(tx, actor, input.id);
}
