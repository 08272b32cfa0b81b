/** The rules of late surcharges, and the surcharges of a bill. */
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { listTariffCategories } from '../tariffs/queries.ts';
import type { SurchargeNote } from './note.schema.ts';
import { NO_SURCHARGE, type SurchargeRules, surchargeRules } from './surcharge.rules.ts';

export const SURCHARGES: DatedKind<SurchargeRules> = {
  key: 'surcharges',
  noun: 'surcharge-rules',
  parse: (value) => surchargeRules.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export async function listSurchargeRules(db: Db | Tx, actor: Actor) {
  const [now, items, categories] = await Promise.all([
    datedOn(db, SURCHARGES, actor.today),
    listDated(db, actor, SURCHARGES),
    listTariffCategories(db),
  ]);
  return { today: actor.today, now: now?.value ?? NO_SURCHARGE, items, categories };
}

/** True if an invoice is a late surcharge. @param id expression of its id */
export const isSurcharge = (id: Sql): Sql =>
  sql`exists (select from billing.surcharges g where g.invoice_id = ${id})`;

/**
 * ORDER BY of invoices as payments and advances pay them: the oldest bill first, and before a bill its surcharges.
 * @param invoice alias of the invoice
 */
export function payOrder(invoice: string): Sql {
  const [id, issuedOn] = [sql.ref(`${invoice}.id`), sql.ref(`${invoice}.issued_on`)];
  const ofBill = (column: Sql) =>
    sql`(select ${column} from billing.surcharges g join billing.invoices b on b.id = g.of_invoice_id where g.invoice_id = ${id})`;
  return sql`coalesce(${ofBill(sql`b.issued_on`)}, ${issuedOn}), coalesce(${ofBill(sql`b.id`)}, ${id}), not ${isSurcharge(id)}, ${issuedOn}, ${id}`;
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
    isOne ? first(db, sql<SurchargeNote>`${noteOf('b')} where g.invoice_id = ${id}`) : undefined,
    isOne
      ? []
      : all(
          db,
          sql<SurchargeNote>`${noteOf('e')} where g.of_invoice_id = ${id} order by g.charged_for, g.step desc`,
        ),
  ]);
  return { surchargeOf: surchargeOf ?? null, surcharges };
}
