/** Days on which rebates are credited, for tests: rules, bills, money, the job, and what became of a bill's rebate. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { creditRebates } from '#domains/billing/rebates/actions/credit-rebates.ts';
import * as rebates from '#domains/billing/rebates/contract.ts';
import type { RebateRules } from '#domains/billing/rebates/rebate.rules.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import type { TestApp } from '#test/app.ts';
import { recordPayments } from './actions/record-payments.ts';
import * as contract from './contract.ts';
import { keptOfPayments } from './settled-by-day.ts';

type Row = {
  amount: number;
  basis: number;
  payBy: string;
  creditedOn: string;
  because: string | null;
  isCharged: boolean;
};

export function rebateCalls(app: TestApp) {
  const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);
  const credit = () => creditRebates(app.db, app.clock, keptOfPayments);
  const minor = (amount: number) => minorSchema.parse(amount);
  /** Signed in now: a session of weeks ago has ended. */
  const cashier = () => app.staff('cashier');
  return {
    minor,
    goTo,
    credit,
    cashier,
    ruled: async (validFrom: string, value: Partial<RebateRules>) => {
      const planned = await app.call(rebates.planRebateRules, {
        as: await app.staff('admin'),
        body: { validFrom, value: { percent: '10', days: 10, mostMinor: null, ...value }, reason: 'Board' },
      });
      return app.call(rebates.approveRebateRules, {
        ...{ as: await app.staff('admin'), params: { id: planned.id } },
        body: { version: planned.version },
      });
    },
    /** The job runs on each day, or only on the last one. */
    until: async (day: string, { daily }: { daily: boolean } = { daily: true }): Promise<void> => {
      for (let at = app.system().today; daily && at < day; at = addDays(at, 1)) {
        goTo(at);
        await credit();
      }
      goTo(day);
      await credit();
    },
    /** A bill of ৳115, of which ৳60 are for water. */
    billed: (
      issuedOn: string,
      given: {
        connectionId?: string;
        period?: string;
        lines?: Parameters<typeof makeInvoice>[2]['lines'];
      } = {},
    ) =>
      transaction(app.db, async (tx) => {
        const id = given.connectionId ?? (await makeConnection(tx, app.system())).id;
        const bill = await makeInvoice(tx, app.system(), {
          ...{
            connectionId: id,
            issuedOn,
            dueOn: addDays(issuedOn, 30),
            period: given.period ?? firstOfMonth(issuedOn),
          },
          ...(given.lines ? { lines: given.lines } : {}),
        });
        return { connectionId: id, billId: bill.id };
      }),
    pay: async (connectionId: string, amountMinor: number): Promise<string> => {
      const body = { connectionId, amountMinor: minor(amountMinor), unusual: true };
      const paid = await app.call(contract.makePayment, {
        as: await cashier(),
        body: { ...body, tender: { method: 'CASH' } },
      });
      return paid.id;
    },
    /** Money that is written down now and dated earlier. */
    payDated: (connectionId: string, amountMinor: number, paidOn: string) =>
      transaction(app.db, (tx) =>
        recordPayments(tx, app.system(), [{ connectionId, amountMinor, method: 'CASH' as const, paidOn }]),
      ),
    reverse: async (paymentId: string): Promise<void> => {
      const asked = await app.call(contract.reversePayment, {
        as: await app.staff('admin'),
        body: { paymentId, reason: 'Written down by mistake' },
      });
      if (asked.reversal?.state !== 'REQUESTED') return;
      const reversalId = asked.reversal.id;
      await app.call(contract.decideReversal, {
        as: await app.staff('reviewer'),
        body: { reversalId, accept: true },
      });
    },
    rebates: (billId: string) =>
      all<Row>(
        app.db,
        sql`select amount_minor as amount, basis_minor as basis, pay_by as "payBy", credited_on as "creditedOn",
            taken_back_because as because, charge_id is not null as "isCharged"
          from billing.rebates where invoice_id = ${billId} order by revision`,
      ),
    /** What is paid ahead. */
    advance: async (connectionId: string) =>
      0 - (await balanceOf(app.db, { partyId: connectionId, account: ACCOUNTS.advances })),
    /** As a run of bills does after its bills are made. */
    useAdvance: (connectionId: string) =>
      transaction(app.db, (tx) =>
        applyAdvances(tx, app.system(), {
          ...{ connections: sql`select ${connectionId}::uuid as id`, businessDate: app.system().today },
        }),
      ),
  };
}
