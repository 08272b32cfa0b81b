/** An asked item was put right; refuses what nobody asked for. */
import type { Actor } from '#platform/actor.ts';
import { all, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { DocumentKind } from '../../documents.rules.ts';
import { errors as intakeErrors } from '../../intake/contract.ts';
import type { PartName } from '../../intake/parts.rules.ts';
import { isSame } from '../named-fields.ts';

/** A new version came. */
export async function markPaperCorrected(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  kind: DocumentKind,
): Promise<void> {
  const rows = await all(
    tx,
    sql`update applications.recorrection_items i set corrected_at = ${actor.now}
      from applications.recorrections r
      where ${openItem(applicationId)} and i.part = 'document' and i.kind = ${kind}
      returning i.line_no`,
  );
  if (rows.length === 0) throw fail(errors.part_not_asked);
}

type SavedPart = {
  name: PartName;
  part: object;
  /** Of it, what is other than before. */
  changed: readonly string[];
  /** Why what stays is right. */
  answer: string | undefined;
};

/**
 * A part was saved. An item that names fields is corrected if each of them holds something else than when it was asked, or an
 * answer says why it is right; without fields, if anything of the part changed. Who changes a field back opens its item again.
 * A household changes no field that nobody named: the office has looked at it already. The office changes what it finds wrong.
 */
export async function markPartCorrected(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  { name, part, changed, answer }: SavedPart,
): Promise<void> {
  const isChanged = changed.length > 0;
  const isAnswered = answer !== undefined && answer !== '';
  const whole = sql`case when ${isChanged}::boolean then ${actor.now}::timestamptz else i.corrected_at end`;
  const named = sql`case when not exists (select from unnest(i.fields) f (field)
      where ${isSame(sql`${JSON.stringify(part)}::jsonb`)}) then ${actor.now}::timestamptz end`;
  const rows = await all(
    tx,
    sql`update applications.recorrection_items i set answer = coalesce(${answer || null}::text, i.answer),
        corrected_at = case when ${isAnswered}::boolean then ${actor.now}::timestamptz when i.answer is not null then i.corrected_at
          when i.fields = '{}' then ${whole} else ${named} end
      from applications.recorrections r
      where ${openItem(applicationId)} and i.part = ${name}
        and (${actor.kind !== 'consumer'}::boolean or not exists (${unasked(applicationId, name, changed)}))
      returning i.line_no`,
  );
  if (rows.length === 0) throw await whyRefused(tx, applicationId, { name, changed });
  if (!isChanged && !isAnswered) throw fail(errors.nothing_corrected);
}

/** Condition over a correction `r` and its item `i`. */
const openItem = (applicationId: string): Sql =>
  sql`r.id = i.recorrection_id and r.application_id = ${applicationId} and r.closed_at is null`;

/** Changed fields `c` that no open item of the part names; an item without fields names all. */
const unasked = (applicationId: string, name: PartName, changed: readonly string[]): Sql =>
  sql`select c.field from unnest(${changed}::text[]) c (field) where not exists (
    select from applications.recorrections r join applications.recorrection_items i on ${openItem(applicationId)}
    where i.part = ${name} and (i.fields = '{}' or c.field = any(i.fields)))`;

async function whyRefused(
  tx: Tx,
  applicationId: string,
  { name, changed }: Pick<SavedPart, 'name' | 'changed'>,
): Promise<Error> {
  const asked = await first(
    tx,
    sql`select from applications.recorrections r join applications.recorrection_items i on ${openItem(applicationId)}
      where i.part = ${name}`,
  );
  if (!asked) return fail(errors.part_not_asked);
  const fields = await all<{ field: string }>(tx, sql`${unasked(applicationId, name, changed)}`);
  const { code } = intakeErrors.field_not_asked;
  return fail(
    intakeErrors.field_not_asked,
    {},
    fields.map(({ field }) => ({ path: `part.${field}`, code })),
  );
}
