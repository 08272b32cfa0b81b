/** Bills that are not collected for some days, and are again. The caller has locked the bills' connections. */

import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';

export type HoldCause = { cause: 'dispute' | 'payment_plan' | 'leak'; causeId: string };

/**
 * Holds the bills from tomorrow on, until `collectAgain`.
 * @throws the violation of `collection_holds_days_excl` if one of them is held already: callers name their refusal by this constraint
 */
export async function holdCollection(
  tx: Tx,
  actor: Actor,
  { invoiceIds, cause, causeId }: HoldCause & { invoiceIds: readonly string[] },
): Promise<void> {
  await all(
    tx,
    sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day)
      select id, ${cause}, ${causeId}, ${addDays(actor.today, 1)}::date from unnest(${invoiceIds}::uuid[]) b (id)
      returning id`,
  );
}

/**
 * The hold of this cause goes on for all its bills, as if it had not ended: the days in between are held too. A bill that something else holds
 * by now stays as it is.
 */
export async function holdAgain(tx: Tx, actor: Actor, { cause, causeId }: HoldCause): Promise<void> {
  await all(
    tx,
    sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day)
      select w.invoice_id, ${cause}, ${causeId}, w.from_day
      from (select h.invoice_id, least(max(h.to_day), ${addDays(actor.today, 1)}::date) as from_day from billing.collection_holds h
        where h.cause_id = ${causeId} group by h.invoice_id) w
      join billing.invoices i on i.id = w.invoice_id and i.cancelled_on is null
      where not exists (select from billing.collection_holds o where o.invoice_id = w.invoice_id
        and daterange(o.from_day, o.to_day) && daterange(w.from_day, null))
      returning id`,
  );
}

/** The bills of this cause are collected again from tomorrow on; a clock that was put back ends no hold before it began. @returns the bills that were held */
export async function collectAgain(tx: Tx, actor: Actor, causeId: string): Promise<string[]> {
  const ended = await all<{ invoiceId: string }>(
    tx,
    sql`update billing.collection_holds set to_day = greatest(from_day, ${addDays(actor.today, 1)}::date)
      where cause_id = ${causeId} and to_day is null returning invoice_id as "invoiceId"`,
  );
  return ended.map(({ invoiceId }) => invoiceId);
}
