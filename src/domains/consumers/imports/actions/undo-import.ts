/** Takes a whole file back: its consumers are deleted, updated ones get back what they had. Never in part. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { tellPhones } from '../../actions/tell-phones.ts';
import { keepPhoneBefore } from '../../code-phone.ts';
import { errors, type Import } from '../contract.ts';
import { getImport, lockImport } from '../queries.ts';

const FOREIGN_KEY_VIOLATION = '23503';

export async function undoImport(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<Import> {
  const found = await lockImport(tx, actor, id);
  if (found.state !== 'COMMITTED') throw fail(errors.import_wrong_state, { state: found.state });
  if (found.version !== version) throw fail(commonErrors.stale_version);
  await lockConsumers(tx, id);
  const { accounts, changed } = await one<{ accounts: number; changed: number }>(
    tx,
    sql`select
      (select count(*) from identity.users u join consumers.consumers c on c.id = u.consumer_id
        where c.import_id = ${id}) as accounts,
      (select count(*) from consumers.consumers where import_id = ${id} and version > 1)
        + (select count(*) from consumers.import_changes h join consumers.consumers c on c.id = h.consumer_id
          where h.import_id = ${id} and c.version <> h.version) as changed`,
  );
  if (accounts > 0) throw fail(errors.import_in_use);
  if (changed > 0) throw fail(errors.import_changed, { count: changed });
  const phones = await all<{ id: string; phone: string }>(
    tx,
    sql`select c.id, c.phone from consumers.import_changes h join consumers.consumers c on c.id = h.consumer_id
      where h.import_id = ${id} order by c.id`,
  );
  await execute(
    tx,
    sql`update consumers.consumers c set name = b.name, name_bn = b."nameBn", phone = b.phone, email = b.email,
      nid = b.nid, date_of_birth = b."dateOfBirth", address = b.address, legacy_number = b."legacyNumber",
      version = c.version + 1, ${keepPhoneBefore(sql`c`, sql`b.phone`, actor.now)}
    from consumers.import_changes h, jsonb_to_record(h.before) b (name text, "nameBn" text, phone text, email text,
      nid text, "dateOfBirth" date, address text, "legacyNumber" text)
    where h.import_id = ${id} and c.id = h.consumer_id`,
  );
  await tellPhones(tx, actor, phones);
  await deleteAdded(tx, id);
  await execute(
    tx,
    sql`update consumers.imports set state = 'UNDONE', undone_at = ${actor.now}, version = version + 1
    where id = ${id}`,
  );
  await audit(tx, actor, { action: 'consumer-import.undo', object: 'consumer-import', objectId: id });
  return getImport(tx, actor, id);
}

/**
 * All consumers that the file added or changed. Who edits one of them at this moment commits first, so that the counts which
 * follow see the edit.
 */
async function lockConsumers(tx: Tx, importId: string): Promise<void> {
  await execute(
    tx,
    sql`select from consumers.consumers c where c.import_id = ${importId}
        or c.id in (select h.consumer_id from consumers.import_changes h where h.import_id = ${importId})
      order by c.id for update of c`,
  );
}

/** Domains to the right hold on to a consumer by foreign keys. */
async function deleteAdded(tx: Tx, importId: string): Promise<void> {
  try {
    await execute(tx, sql`delete from consumers.consumers where import_id = ${importId}`);
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw fail(errors.import_in_use);
    throw error;
  }
}
