/** The list of what a desk checks: what stays keeps its answers, what has other words is another item. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { NewCheck } from '../checks/check.schema.ts';

/** @param deskId of a desk whose row is locked */
export async function setChecks(
  tx: Tx,
  actor: Actor,
  deskId: string,
  checks: readonly NewCheck[],
): Promise<void> {
  const items = checks.map(({ documentKind, en, bn, required }, index) => ({
    position: index + 1,
    ...(documentKind ? { kind: documentKind, en: null, bn: null } : { kind: null, en, bn }),
    required,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    as g (position int, kind text, en text, bn text, required boolean)`;
  const same = sql`(c.document_kind, c.text_en, c.text_bn, c.required) is not distinct from (g.kind, g.en, g.bn, g.required)`;
  const ofDesk = sql`c.desk_id = ${deskId} and c.retired_at is null`;
  await execute(
    tx,
    sql`update applications.desk_checks c set retired_at = ${actor.now}
      where ${ofDesk} and not exists (select from ${given} where ${same})`,
  );
  await execute(
    tx,
    sql`update applications.desk_checks c set position = g.position from ${given} where ${ofDesk} and ${same}`,
  );
  await execute(
    tx,
    sql`insert into applications.desk_checks (desk_id, position, text_en, text_bn, document_kind, required, created_at, created_by)
      select ${deskId}, g.position, g.en, g.bn, g.kind, g.required, ${actor.now}, ${actor.userId}::uuid from ${given}
      where not exists (select from applications.desk_checks c where ${ofDesk} and ${same})`,
  );
}
