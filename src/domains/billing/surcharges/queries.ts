/** The rules of late surcharges, and the surcharges of a bill. */
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { isDisputed } from '../disputes/disputed.ts';
import { listTariffCategories } from '../tariffs/queries.ts';
import type { SurchargeNote } from './note.schema.ts';
import { NO_SURCHARGE, type SurchargeRules, surchargeRules } from './surcharge.rules.ts';

export const SURCHARGES: DatedKind<SurchargeRules, 'surcharge-rules'> = {
  key: 'surcharges',
  noun: 'surcharge-rules',
  parse: (value) => surchargeRules.parse(value),
  twoPersons: true,
  keepsDay: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export async function listSurchargeRules(db: Db | Tx, actor: Actor) {
  const [now, items, earliest, categories] = await Promise.all([
    datedOn(db, SURCHARGES, actor.today),
    listDated(db, actor, SURCHARGES),
    firstUnissuedDay(db, actor.today),
    listTariffCategories(db),
  ]);
  return { today: actor.today, now: now?.value ?? NO_SURCHARGE, items, earliest, categories };
}

/** The first day, today or later, on which no bill was issued: what late bills cost is known when a bill is issued. */
export async function firstUnissuedDay(db: Db | Tx, today: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`select greatest(${today}::date, max(issued_on) + 1) as day from billing.invoices
      where cancelled_on is null and adjusts_id is null`,
  );
  return day;
}

/** True if an invoice is a late surcharge. @param id expression of its id */
export const isSurcharge = (id: Sql): Sql =>
  sql`exists (select from billing.surcharges g where g.invoice_id = ${id})`;

/**
 * True if an invoice is a charge beside a bill, which is cancelled alone: a late surcharge, the fee of a returned cheque, a rebate or
 * an advance that is asked back. */
export const isChargeBeside = (id: Sql): Sql =>
  sql`(${isSurcharge(id)} or exists (select from billing.invoice_lines fee where fee.invoice_id = ${id} and fee.kind in ('cheque_fee', 'rebate_back', 'advance_back')))`;

/**
 * Condition on invoices of this alias: the bill with this id, and what is cancelled with it. The fee of a returned cheque is not: the cheque came
 * back, also if the bill was wrong. Nor is a rebate that is asked back: the household used it, and a bill that is cancelled earns none.
 */
export const goesWith = (invoice: string, id: string): Sql =>
  sql`(${sql.ref(`${invoice}.id`)} = ${id} or ${sql.ref(`${invoice}.adjusts_id`)} = ${id} and not billing.is_cheque_fee(${sql.ref(`${invoice}.id`)})
    and not exists (select from billing.invoice_lines back where back.invoice_id = ${sql.ref(`${invoice}.id`)} and back.kind = 'rebate_back'))`;

/**
 * ORDER BY of invoices as payments and advances pay them: disputed ones last; else the oldest bill first, and before a bill its surcharges.
 * @param isLast what is paid after all others; as it is now, if nothing else is given
 * @param invoice alias of the invoice; any but the two that the inner query uses
 */
export function payOrder(invoice: string, isLast: (id: Sql) => Sql = isDisputed): Sql {
  const [id, issuedOn] = [sql.ref(`${invoice}.id`), sql.ref(`${invoice}.issued_on`)];
  const ofBill = (column: Sql) =>
    sql`(select ${column} from billing.surcharges late join billing.invoices late_bill on late_bill.id = late.of_invoice_id where late.invoice_id = ${id})`;
  return sql`${isLast(id)}, coalesce(${ofBill(sql`late_bill.issued_on`)}, ${issuedOn}), coalesce(${ofBill(sql`late_bill.id`)}, ${id}), not ${isSurcharge(id)}, ${issuedOn}, ${id}`;
}

/** @param bill alias of the other bill: the surcharge of a bill, or the bill of a surcharge */
const noteOf = (bill: string): Sql<SurchargeNote> =>
  sql<SurchargeNote>`select ${sql.ref(`${bill}.id`)}, ${sql.ref(`${bill}.number`)}, ${sql.ref(`${bill}.state`)}, g.charged_for as "chargedFor",
    g.step, g.turn, g.basis_minor as "basisMinor", trim_scale(g.percent)::text as percent, e.total_minor as "amountMinor"
  from billing.surcharges g join billing.invoices e on e.id = g.invoice_id join billing.invoices b on b.id = g.of_invoice_id`;

/** What a surcharge is for; and all surcharges of a bill, with those that were waived or taken back. */
export async function surchargesBeside(
  db: Db | Tx,
  { id, isSurcharge: isOne }: { id: string; isSurcharge: boolean },
) {
  const [surchargeOf, surcharges] = await Promise.all([
    isOne
      ? first(db, sql<SurchargeNote>`${PLANNED_ONCE} ${noteOf('b')} where g.invoice_id = ${id}`)
      : undefined,
    isOne
      ? []
      : all(
          db,
          sql<SurchargeNote>`${PLANNED_ONCE} ${noteOf('e')} where g.of_invoice_id = ${id} order by g.charged_for, g.step desc`,
        ),
  ]);
  return { surchargeOf: surchargeOf ?? null, surcharges };
}
