/**
 * Takes the ready rows of a file into the register and, if that was asked for, gives the existing consumers what
 * the file says of them. The register does not change meanwhile; if it changed since the dry run, the verdicts are
 * given again first.
 */
import type { Actor } from '#platform/actor.ts';
import { type AuditEntry, audit } from '#platform/audit.ts';
import type { CopyIn } from '#platform/database/copy-in.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { insertConsumers } from '../../actions/take-over-consumers.ts';
import { tellPhones } from '../../actions/tell-phones.ts';
import { keepPhoneBefore } from '../../code-phone.ts';
import { giveVerdicts, type Outcome } from '../give-verdicts.ts';
import { NEW_VALUES, registerMark } from '../judge-rows.ts';
import type { StartedImport } from '../queries.ts';
import type { Report } from '../watch-work.ts';

type Tools = { tx: Tx; copy: CopyIn; files: Files; report: Report };

export async function takeRows(tools: Tools, actor: Actor, found: StartedImport): Promise<Outcome> {
  const { tx, report } = tools;
  // Nobody adds or changes a consumer between the verdict and the row; reading goes on. Taken before the numbers.
  await execute(tx, sql`lock table consumers.consumers in share row exclusive mode`);
  const verdicts = (await isStale(tx, found)) ? await giveVerdicts(tools, found, actor.today) : {};
  report('SAVING');
  const updated = found.updates_existing ? await updateExisting(tx, actor, found.id) : 0;
  const rows = sql`from consumers.import_rows where import_id = ${found.id} and verdict = 'READY'`;
  const { count } = await one<{ count: number }>(tx, sql`select count(*) as count ${rows}`);
  await insertConsumers(tx, actor, {
    count,
    importId: found.id,
    rows: sql`select row_no as position, name, name_bn, phone, email, nid, date_of_birth, address, legacy_number ${rows}`,
  });
  await audit(tx, actor, {
    action: 'consumer-import.commit',
    object: 'consumer-import',
    objectId: found.id,
    after: { added: count, updated, file: found.file_name },
  });
  return { ...verdicts, rows_added: count, rows_updated: updated };
}

/** Also true if a crash emptied the unlogged rows. */
async function isStale(tx: Tx, found: StartedImport): Promise<boolean> {
  const { missing } = await one<{ missing: boolean }>(
    tx,
    sql`select not exists (select from consumers.import_rows where import_id = ${found.id}) as missing`,
  );
  return missing || (await registerMark(tx)) !== found.register_mark;
}

type Changed = {
  id: string;
  before: Record<string, unknown> & { phone: string };
  after: Record<string, unknown>;
};
const AUDIT_ROWS = 1000;

/** Keeps what is overwritten, for the undo and for the audit. */
async function updateExisting(tx: Tx, actor: Actor, importId: string): Promise<number> {
  const fields = (row: 'c' | 'n') => sql`jsonb_build_object('name', ${sql.ref(`${row}.name`)},
    'nameBn', ${sql.ref(`${row}.name_bn`)}, 'phone', ${sql.ref(`${row}.phone`)}, 'email', ${sql.ref(`${row}.email`)},
    'nid', ${sql.ref(`${row}.nid`)}, 'dateOfBirth', ${sql.ref(`${row}.date_of_birth`)},
    'address', ${sql.ref(`${row}.address`)}, 'legacyNumber', ${sql.ref(`${row}.legacy_number`)})`;
  const changed = await all<Changed>(
    tx,
    sql`with told as (
        select c.id, ${fields('c')} as before, v.*
        from consumers.import_rows r join consumers.consumers c on c.id = r.consumer_id
        cross join lateral (select ${NEW_VALUES}) v
        where r.import_id = ${importId} and r.verdict = 'EXISTS' and r.differs
      ), changed as (
        update consumers.consumers c set name = n.name, name_bn = n.name_bn, phone = n.phone, email = n.email,
          nid = n.nid, date_of_birth = n.date_of_birth, address = n.address, legacy_number = n.legacy_number,
          version = c.version + 1, ${keepPhoneBefore(sql`c`, sql`n.phone`, actor.now)}
        from told n where n.id = c.id returning c.id, c.version, n.before, ${fields('n')} as after
      ), kept as (
        insert into consumers.import_changes (import_id, consumer_id, before, version)
        select ${importId}, id, before, version from changed
      )
      select id, before, after from changed order by id`,
  );
  await tellPhones(
    tx,
    actor,
    changed.map(({ id, before }) => ({ id, phone: before.phone })),
  );
  const entries = changed.map(
    ({ id, before, after }): AuditEntry => ({
      action: 'consumer.edit',
      object: 'consumer',
      objectId: id,
      before,
      after,
    }),
  );
  for (let at = 0; at < entries.length; at += AUDIT_ROWS)
    await audit(tx, actor, ...entries.slice(at, at + AUDIT_ROWS));
  return changed.length;
}
