/** Days on which late surcharges are charged, for tests: a clock that is moved, bills that are due, what was charged. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { chargeSurcharges } from '#domains/billing/surcharges/actions/charge-surcharges.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import type { TestApp } from '#test/app.ts';
import { settledOfPayments } from './settled-by-day.ts';

type Row = { day: string; amount: number; basis: number; state: string };

export function surchargeCalls(app: TestApp) {
  const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);
  const charge = () => chargeSurcharges(app.db, app.clock, settledOfPayments);
  return {
    minor: (amount: number) => minorSchema.parse(amount),
    goTo,
    charge,
    /** The job runs on each day, or only on the last one. */
    until: async (day: string, { daily }: { daily: boolean }): Promise<void> => {
      for (let at = app.system().today; daily && at < day; at = addDays(at, 1)) {
        goTo(at);
        await charge();
      }
      goTo(day);
      await charge();
    },
    /** A bill of ৳115 that is to be paid by a day. */
    billed: (issuedOn: string, dueOn: string, connectionId?: string) =>
      transaction(app.db, async (tx) => {
        const id = connectionId ?? (await makeConnection(tx, app.system())).id;
        const period = firstOfMonth(issuedOn);
        const bill = await makeInvoice(tx, app.system(), { connectionId: id, issuedOn, dueOn, period });
        return { connectionId: id, billId: bill.id };
      }),
    surcharges: (billId: string) =>
      all<Row>(
        app.db,
        sql`select g.charged_for as day, e.total_minor as amount, g.basis_minor as basis, e.state
          from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
          where g.of_invoice_id = ${billId} order by g.charged_for, g.step desc, g.revision`,
      ),
  };
}
