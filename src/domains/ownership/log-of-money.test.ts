/** The log of a step with money tells what was before it and what is after it: the note, the sum, the fee, the refund. */
import { expect, test } from 'vitest';
import { getApplication, updateState } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { payDemandNote } from '#domains/payments/contract.ts';
import { askReturn, decideRefund, listRefunds, payRefund } from '#domains/payments/refunds/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { getRequest } from './contract.ts';
import { FEE, makeFees } from './fee/factory-fees.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const fees = await makeFees(app);
const { office, cashier, second } = fees;

const logged = (id: string, action: string) =>
  all<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
    app.owner.db,
    sql`select before, after from platform.audit where object_id = ${id} and action = ${action} order by at, id`,
  );
const detail = (id: string) => app.call(getApplication, { as: second, params: { id } });
const end = async (id: string, action: 'reject' | 'revise-survey') =>
  app.call(updateState, {
    as: await app.staff('admin'),
    body: { applicationId: id, version: (await detail(id)).version, action, remark: 'no pipe' },
  });

test.each(['reject', 'revise-survey'] as const)(
  '%s names the demand note that ends, and its sum',
  async (action) => {
    const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const [note] = (await detail(id)).demandNotes;
    await end(id, action);
    expect(await logged(id, `application.${action}`)).toMatchObject([
      { before: { demandNoteNumber: note?.number, totalMinor: note?.totalMinor } },
    ]);
  },
);

test('a part of a demand note: what was open before it, and after it', async () => {
  await execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', '{"partialPayment": true}')
      on conflict (key) do update set value = settings.entries.value || excluded.value`,
  );
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const total = Number((await detail(id)).totalMinor);
  const body = { applicationId: id, amountMinor: 20_000 as Minor, tender: { method: 'CASH' as const } };
  await app.call(payDemandNote, { as: cashier, body });
  expect(await logged(id, 'application.pay')).toMatchObject([
    { before: { balanceMinor: total }, after: { amountMinor: 20_000, balanceMinor: total - 20_000 } },
  ]);
});

test('an owner change that is corrected tells the reason of before; one that ends tells that its fee is kept no more', async () => {
  const { id, owner } = await fees.asked('REQUESTED');
  const request = await app.call(getRequest, { as: office.clerk, query: { requestId: id } });
  const { toName: name, toNameBn: nameBn, cause } = request;
  const more = { cause: 'GIFT', name, nameBn, email: null, nid: null, address: 'House 1' };
  await app.call(steps.updateRequest, { as: owner, body: { ...(await office.at(id)), ...more } as never });
  expect(await logged(id, 'ownership.edit')).toMatchObject([{ before: { cause }, after: { cause: 'GIFT' } }]);
  const paid = await fees.asked();
  await fees.pay(paid.id);
  const { version } = await office.at(paid.id);
  await app.call(steps.rejectChange, {
    ...{ as: office.admin, query: { requestId: paid.id } },
    body: { version, remark: 'the heirs do not agree' },
  });
  expect(await logged(paid.id, 'ownership.reject')).toMatchObject([
    { before: { feePaidMinor: FEE }, after: { state: 'REJECTED', feePaidMinor: 0 } },
  ]);
});

test('bank money that paid nothing, and a refund that came back from the bank', async () => {
  const { id, owner } = await fees.asked();
  const paymentId = await fees.atBank(id, owner);
  const { version } = await office.at(id);
  await app.call(steps.rejectChange, {
    ...{ as: office.admin, query: { requestId: id } },
    body: { version, remark: 'the heirs do not agree', despitePayment: true },
  });
  await fees.approve(paymentId);
  await fees.complete(paymentId, owner);
  expect(await logged(paymentId, 'payment.complete')).toMatchObject([
    { after: { state: 'APPROVED', owedBack: true } },
  ]);
  const { items } = await app.call(listRefunds, { as: cashier, query: {} });
  const refundId = String(items.find(({ ownershipRequestId }) => ownershipRequestId === id)?.id);
  await app.call(decideRefund, { as: second, body: { refundId, accept: true } });
  const tender = { method: 'BANK' as const, reference: 'FT-1' };
  await app.call(payRefund, { as: cashier, body: { refundId, tender } });
  const back = { refundId, reason: 'account closed', reference: 'ST-9' };
  await app.call(askReturn, { as: cashier, body: back });
  expect(await logged(refundId, 'refund.ask-return')).toMatchObject([
    { before: { state: 'PAID_OUT' }, after: { state: 'PAID_OUT', kind: 'RETURN_REFUND' } },
  ]);
});
