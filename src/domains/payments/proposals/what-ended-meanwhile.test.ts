/**
 * Counter money of an earlier day waits for a second person, and the charge of a work order or the fee of an ownership change ends
 * meanwhile: it is recorded with its day and its drawer, and goes back to who paid. (A demand note: `note-that-ended.test.ts`; bills that
 * were taken over: ownership/`money-of-who-took-over.test.ts`.)
 */
import { afterEach, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { getRequest } from '#domains/ownership/contract.ts';
import { FEE, makeFees } from '#domains/ownership/fee/factory-fees.ts';
import * as ownership from '#domains/ownership/steps/contract.ts';
import * as work from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as payments from '../contract.ts';
import { DUE, makeCharges } from '../factory-charges.ts';
import { differences } from '../queries.ts';
import * as contract from './contract.ts';

const app = await testApp();
const charges = await makeCharges(app);
const fees = await makeFees(app);
const { cashier, second } = fees;

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const paidOn = '2026-11-01';
const remark = 'the heirs do not agree';

type Waiting = { id: string; proposalId: string; amountMinor: number; payer: string | null };
type Target = Parameters<typeof propose>[0];

async function propose(
  target: { kind: 'WORK_ORDER'; orderId: string } | { kind: 'OWNERSHIP'; requestId: string },
  amountMinor: number,
): Promise<string> {
  const tender = { method: 'CASH' as const, paidOn };
  const body = { target, amountMinor, tender, reason: 'found in the receipt book' };
  return (await app.call(contract.proposeBackdated, { as: cashier, body })).id;
}
const older = (table: 'work_orders.orders' | 'ownership.requests', id: string) =>
  execute(
    app.owner.db,
    sql`update ${sql.table(table)} set asked_at = asked_at - interval '30 days' where id = ${id}`,
  );

async function charge(): Promise<Waiting> {
  const { id, household } = await charges.charged();
  await older('work_orders.orders', id);
  const target: Target = { kind: 'WORK_ORDER', orderId: id };
  return {
    id,
    proposalId: await propose(target, DUE),
    amountMinor: DUE,
    payer: household.consumerId ?? null,
  };
}
async function fee(): Promise<Waiting & { owner: Awaited<ReturnType<typeof fees.asked>>['owner'] }> {
  const { id, owner } = await fees.asked();
  await older('ownership.requests', id);
  const target: Target = { kind: 'OWNERSHIP', requestId: id };
  const proposalId = await propose(target, FEE);
  return { id, proposalId, amountMinor: FEE, payer: owner.consumerId ?? null, owner };
}

const deciding = (proposalId: string, sendBack?: boolean) => ({
  ...{ as: second, params: { id: proposalId }, body: { accept: true, ...(sendBack ? { sendBack } : {}) } },
});
const codeOf = (proposalId: string, sendBack?: boolean) =>
  app.codeOf(contract.decideProposal, deciding(proposalId, sendBack));
const goesBack = async (proposalId: string) =>
  (
    await app.call(contract.listProposals, { as: second, query: { state: 'REQUESTED', limit: 100 } })
  ).items.find(({ id }) => id === proposalId)?.goesBack;

const charged = async (end: (id: string) => Promise<unknown>) => {
  const waiting = await charge();
  await end(waiting.id);
  return waiting;
};
const asked = async (
  end: (id: string, fee: Awaited<ReturnType<typeof fees.asked>>['owner']) => Promise<unknown>,
) => {
  const waiting = await fee();
  await end(waiting.id, waiting.owner);
  return waiting;
};
const at = charges.yard.at;
const clerk = charges.yard.clerk;

test.each([
  [
    ...['the charge of a work order was paid meanwhile', 'work-orders.nothing_due'],
    () => charged((id) => charges.pay(id)),
  ],
  [
    ...['a work order was rejected meanwhile', 'work-orders.wrong_state'],
    () =>
      charged(async (id) => app.call(work.rejectOrder, { as: clerk, body: { ...(await at(id)), remark } })),
  ],
  [
    ...['a work order is charged differently meanwhile', 'work-orders.charge_whole'],
    () => charged((id) => charges.estimate(id, 50_000)),
  ],
  [...['the fee of a change was paid meanwhile', 'ownership.wrong_state'], () => asked((id) => fees.pay(id))],
  [
    ...['an ownership request was withdrawn meanwhile', 'ownership.wrong_state'],
    () =>
      asked(async (id, as) =>
        app.call(ownership.withdrawRequest, { as, body: { ...(await fees.office.at(id)), remark } }),
      ),
  ],
] as [string, string, () => Promise<Waiting>][])(
  '%s: the decision says so, and the money is recorded and sent back',
  async (_, refusal, ended) => {
    const { id, proposalId, amountMinor, payer } = await ended();
    expect(await goesBack(proposalId)).toBe(true);
    expect(await codeOf(proposalId)).toBe(refusal);
    const before = await balanceOf(app.db, { partyId: id, account: '2210' });
    const done = await app.call(contract.decideProposal, deciding(proposalId, true));
    expect(done).toMatchObject({ state: 'DONE', goesBack: false });
    const params = { id: String(done.paymentId) };
    const paid = await app.call(payments.getPayment, { as: cashier, params });
    expect(paid).toMatchObject({ paidOn, owedBack: true, amountMinor, method: 'CASH', state: 'APPROVED' });
    expect(paid.receiptNumber).toMatch(/^6/);
    expect(before - (await balanceOf(app.db, { partyId: id, account: '2210' }))).toBe(amountMinor);
    const drawer = await one(
      app.db,
      sql`select j.posted_by as by, j.business_date as day, e.amount_minor as minor from ledger.journals j
        join ledger.entries e on e.journal_id = j.id and e.account_code = '1000' where j.source_id = ${paid.id}`,
    );
    expect(drawer).toEqual({ by: cashier.userId, day: paidOn, minor: amountMinor });
    const cases = await all(
      app.db,
      sql`select state, amount_minor as minor, consumer_id as payer from payments.refunds where payment_id = ${paid.id}`,
    );
    expect(cases).toEqual([{ state: 'REQUESTED', minor: amountMinor, payer }]);
  },
);

test('who paid another sum than is waited for now is told which one; who paid what ended is not asked for more', async () => {
  const told = async ({ proposalId }: Waiting) => {
    const { paymentId } = await app.call(contract.decideProposal, deciding(proposalId, true));
    const { body } = await one<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event = ${`payments.receipt:${paymentId}`} and channel = 'sms'`,
    );
    return body.normalize();
  };
  const other = await told(await charged((id) => charges.estimate(id, 50_000)));
  expect(other).toMatch(/Tk 575 is due now|এখন দিতে হবে ৳৫৭৫/);
  const paid = await told(await charged((id) => charges.pay(id)));
  expect(paid).toMatch(/needs no money now|এখন তা লাগবে না/);
});

test.each([
  ['a charge', charge],
  ['a fee', fee],
] as [string, () => Promise<Waiting>][])(
  '%s that waits for its money takes it, also if it was to be sent back',
  async (_, waits) => {
    const { id, proposalId } = await waits();
    expect(await goesBack(proposalId)).toBe(false);
    const { paymentId } = await app.call(contract.decideProposal, deciding(proposalId, true));
    const params = { id: String(paymentId) };
    expect(await app.call(payments.getPayment, { as: cashier, params })).toMatchObject({ owedBack: false });
    expect(await balanceOf(app.db, { partyId: id, account: '2210' })).toBe(0);
  },
);

test('a request that is back for a correction keeps the money as its fee, with or without sending back', async () => {
  for (const sendBack of [false, true]) {
    const { id, proposalId } = await fee();
    await app.call(ownership.returnRequest, {
      as: fees.office.clerk,
      body: { ...(await fees.office.at(id)), remark },
    });
    expect(await goesBack(proposalId)).toBe(false);
    expect(await codeOf(proposalId, sendBack)).toBeUndefined();
    expect(await fees.kept(id)).toMatchObject({ state: 'RECORRECTION', paid: FEE });
    const { timeline } = await app.call(getRequest, { as: fees.office.clerk, query: { requestId: id } });
    expect(timeline.at(-1)?.action).toBe('pay-late');
  }
});
