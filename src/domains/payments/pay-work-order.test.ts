/** The charge of a work order is paid: at the counter and through the bank. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { listOrders } from '#domains/work-orders/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from './contract.ts';
import { CASH, DUE, LABOUR, makeCharges } from './factory-charges.ts';
import * as gateway from './gateway/contract.ts';
import { takenAtBank } from './gateway/factory-at-gateway.ts';
import * as payables from './payables/contract.ts';
import * as proposals from './proposals/contract.ts';
import * as refunds from './refunds/contract.ts';

const app = await testApp();
afterAll(closePdf);
const { yard, cashier, second, estimate, charged, paying, pay, codeOf, detail, booked } =
  await makeCharges(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('at the counter', () => {
  test('what is paid keeps its category, and only that', async () => {
    const { id } = await charged();
    await pay(id);
    const change = async (code: string) =>
      app.codeOf(steps.updateOrder, {
        as: yard.engineer,
        body: { ...(await yard.at(id)), categoryId: await yard.category(code), description: 'Corrected' },
      });
    expect(await change('SERVICE_LINE')).toBe('work-orders.paid_already');
    expect(await change('LEAK')).toBeUndefined();
    expect(await detail(id)).toMatchObject({ chargeMinor: DUE, paidMinor: DUE, description: 'Corrected' });
  });

  test('the charge is the estimate with VAT, half up; paid, the order is accepted, and the books have work and VAT', async () => {
    const { id, number, household } = await charged();
    expect(await detail(id)).toMatchObject({
      ...{ estimateMinor: LABOUR, chargeMinor: DUE, vatMinor: 15_008, paidMinor: 0 },
      can: { accept: 'not_paid' },
    });
    const found = await app.call(payables.findPayables, { as: cashier, query: { search: number } });
    expect(found.items).toMatchObject([{ kind: 'WORK_ORDER', id, number, dueMinor: DUE }]);
    expect(await app.call(payables.getPayable, { as: cashier, query: { workOrderId: id } })).toMatchObject({
      kind: 'WORK_ORDER',
      dueMinor: DUE,
      items: [{ number, openMinor: DUE }],
    });
    const payment = await pay(id);
    expect(payment).toMatchObject({
      ...{ source: 'WORK_ORDER_SURVEY', state: 'APPROVED', amountMinor: DUE, workOrderId: id },
      ...{ targetNumber: number, payerName: 'Rahima Khatun', can: { receipt: true } },
    });
    expect(payment.receiptNumber).toMatch(/^\d{10}$/);
    expect(await booked(id)).toEqual({ '1000': DUE, '2100': -15_008, '4110': -LABOUR });
    expect(await balanceOf(app.db, { partyId: id, account: '1120' })).toBe(0);
    expect(await detail(id)).toMatchObject({ paidMinor: DUE, can: { accept: 'yes', pay: 'no' } });
    expect((await detail(id)).timeline.at(-1)).toMatchObject({ action: 'pay' });
    await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
    const history = await app.call(contract.paymentHistory, {
      as: household,
      query: { source: 'WORK_ORDER_SURVEY' },
    });
    expect(history.items).toMatchObject([{ id: payment.id, targetNumber: number }]);
    const paper = await app.server.inject({
      url: `/api/billing/payment/receipt/${payment.id}?language=en`,
      headers: { authorization: `Bearer ${household.idToken}` },
    });
    expect(payment.vatMinor).toBe(15_008);
    expect(textOfPdf(paper.rawPayload)).toMatch(/Repair[\s\S]*Work[\s\S]*Leak/);
    expect(textOfPdf(paper.rawPayload)).not.toMatch(/Bill|Month/);
  });

  test('the list of charges counts what is due and what is paid', async () => {
    const [due, done] = [await charged(), await charged()];
    await pay(done.id);
    const list = async (money: 'DUE' | 'PAID') =>
      app.call(listOrders, { as: cashier, query: { charged: true, money, limit: 200 } });
    const [open, paid] = [await list('DUE'), await list('PAID')];
    const ids = (page: typeof open) => page.items.map(({ id }) => id);
    expect([ids(open).includes(due.id), ids(open).includes(done.id)]).toEqual([true, false]);
    expect([ids(paid).includes(due.id), ids(paid).includes(done.id)]).toEqual([false, true]);
    expect(open.money).toEqual({ DUE: open.total, PAID: paid.total });
  });

  test('the counter offers only work that waits for its money', async () => {
    const { id, number, household } = await charged();
    const offered = async () =>
      (await app.call(payables.findPayables, { as: cashier, query: { search: number } })).items.length;
    const own = async () =>
      (await app.call(payables.myPayables, { as: household })).items.filter((item) => item.id === id).length;
    expect([await offered(), await own()]).toEqual([1, 1]);
    await pay(id);
    expect([await offered(), await own()]).toEqual([0, 0]);
  });

  test('what is not exactly the charge, is not due or not theirs is refused, and writes nothing', async () => {
    const { id } = await charged();
    for (const amount of [DUE - 1, DUE + 1]) {
      expect(await codeOf(id, amount)).toBe('work-orders.charge_whole');
    }
    expect(await codeOf(id, DUE, yard.clerk)).toBe('common.not_permitted');
    expect(await codeOf(id, DUE, await app.consumer())).toBe('common.not_permitted');
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await codeOf(unknown)).toBe('common.not_found');
    const early = { ...paying(id), tender: { ...CASH, paidOn: '2020-01-01' } };
    expect(await app.codeOf(contract.payWorkOrder, { as: cashier, body: early })).toBe(
      'payments.second_person_date',
    );
    expect(await booked(id)).toEqual({});
    await pay(id);
    expect(await codeOf(id)).toBe('work-orders.nothing_due');
    const free = await yard.order({ upTo: 'ON_REVIEW' });
    expect(await codeOf(free.id)).toBe('work-orders.nothing_due');
    const pending = await yard.order();
    expect(await codeOf(pending.id)).toBe('work-orders.wrong_state');
    const waived = await charged();
    await app.call(steps.waiveCharge, {
      as: yard.engineer,
      body: { ...(await yard.at(waived.id)), reason: 'our fault' },
    });
    expect(await codeOf(waived.id)).toBe('work-orders.nothing_due');
  });

  test('two cashiers at the same time take the money once', async () => {
    const { id } = await charged();
    const codes = await Promise.all([codeOf(id), codeOf(id), codeOf(id)]);
    expect(codes.map(String).toSorted()).toEqual([
      ...['undefined', 'work-orders.nothing_due', 'work-orders.nothing_due'],
    ]);
    expect(await booked(id)).toMatchObject({ '1000': DUE });
  });

  test('a paid order is neither estimated again nor waived, given back, refused or cancelled', async () => {
    const { id } = await charged();
    await pay(id);
    const body = { ...(await yard.at(id)), remark: 'not needed' };
    const refused = await Promise.all([
      app.codeOf(steps.rejectOrder, { as: yard.clerk, body }),
      app.codeOf(steps.returnOrder, { as: yard.clerk, body }),
      app.codeOf(steps.cancelOrder, { as: yard.engineer, body }),
      app.codeOf(steps.waiveCharge, { as: yard.engineer, body: { ...body, reason: 'x' } }),
      app.codeOf(steps.estimateOrder, {
        as: yard.clerk,
        body: { ...body, labourMinor: 1 as Minor, charged: true, materials: [] },
      }),
    ]);
    expect(new Set(refused)).toEqual(new Set(['work-orders.paid_already']));
  });

  test('money of long ago waits for a second person, who books it for the order', async () => {
    const { id, number } = await charged();
    const [{ day }] = (await all<{ day: string }>(
      app.db,
      sql`update work_orders.orders set asked_at = asked_at - interval '40 days' where id = ${id}
        returning ((asked_at at time zone 'Asia/Dhaka')::date + 1)::text as day`,
    )) as [{ day: string }];
    const body = {
      target: { kind: 'WORK_ORDER' as const, orderId: id },
      ...{ amountMinor: DUE, tender: { ...CASH, paidOn: day }, reason: 'found in the drawer' },
    };
    const asked = await app.call(proposals.proposeBackdated, { as: cashier, body });
    expect(asked).toMatchObject({ targetNumber: number, payerName: 'Rahima Khatun' });
    expect(await app.codeOf(proposals.proposeBackdated, { as: cashier, body })).toBe(
      'payments.backdate_waits',
    );
    const before = { ...body, tender: { ...CASH, paidOn: '2020-01-01' } };
    expect(await app.codeOf(proposals.proposeBackdated, { as: cashier, body: before })).toBe(
      'payments.paid_too_early',
    );
    await app.call(proposals.decideProposal, {
      as: second,
      params: { id: asked.id },
      body: { accept: true },
    });
    const [payment] = await all(
      app.db,
      sql`select paid_on as "paidOn", created_by as "createdBy", amount_minor as minor from payments.payments where work_order_id = ${id}`,
    );
    expect(payment).toEqual({ paidOn: day, createdBy: cashier.userId, minor: DUE });
  });
});

describe('through the bank', () => {
  const begin = (orderId: string, as: Person, amountMinor = DUE) =>
    app.call(contract.payWorkOrder, { as, body: { orderId, amountMinor, tender: { method: 'GATEWAY' } } });
  const taken = (id: string, as: Person) => takenAtBank(app, { as, id });

  test('a household pays for work at its connection, and nobody else does', async () => {
    const { id, number, household } = await charged();
    const own = await app.call(payables.myPayables, { as: household });
    expect(own.items).toContainEqual(expect.objectContaining({ kind: 'WORK_ORDER', id, number }));
    expect((await detail(id, household)).can.pay).toBe('yes');
    const stranger = await app.consumer();
    expect(
      await app.codeOf(contract.payWorkOrder, {
        as: stranger,
        body: { orderId: id, amountMinor: DUE, tender: { method: 'GATEWAY' } },
      }),
    ).toBe('common.not_found');
    expect(
      await app.codeOf(contract.payWorkOrder, {
        as: household,
        body: { orderId: id, amountMinor: 100, tender: { method: 'GATEWAY' } },
      }),
    ).toBe('work-orders.charge_whole');
    const { id: paymentId } = await begin(id, household);
    expect(await taken(paymentId, household)).toMatchObject({ state: 'APPROVED', workOrderId: id });
    expect(await booked(id)).toEqual({ '1020': DUE, '2100': -15_008, '4110': -LABOUR });
  });

  test('while the bank has it nobody else begins, and what began and never reached the bank gives way', async () => {
    const { id, household } = await charged();
    await begin(id, household);
    const { id: paymentId } = await begin(id, household);
    await app.call(gateway.openOrder, { as: household, body: { paymentId } });
    expect(
      await app.codeOf(contract.payWorkOrder, {
        as: household,
        body: { orderId: id, amountMinor: DUE, tender: { method: 'GATEWAY' } },
      }),
    ).toBe('payments.other_running');
  });

  test('what was started and then paid at the counter, or has another charge, is not brought to the bank', async () => {
    const [paid, changed] = [await charged(), await charged()];
    const open = async (paymentId: string, as: Person) =>
      app.codeOf(gateway.openOrder, { as, body: { paymentId } });
    const { id: first } = await begin(paid.id, paid.household);
    await pay(paid.id);
    expect(await open(first, paid.household)).toBe('payments.not_due');
    const { id: second } = await begin(changed.id, changed.household);
    await estimate(changed.id, 50_000);
    expect(await open(second, changed.household)).toBe('payments.not_due');
    await estimate(changed.id);
    expect(await open(second, changed.household)).toBeUndefined();
    const waived = await charged();
    const { id: third } = await begin(waived.id, waived.household);
    await yard.step(steps.waiveCharge, yard.engineer, waived.id, { reason: 'our pipe' });
    expect(await open(third, waived.household)).toBe('payments.not_due');
    expect(await all(app.db, sql`select from payments.orders where payment_id = ${first}`)).toEqual([]);
  });

  test('money that the order does not take any more is never refused: it is owed back, and refunded', async () => {
    const { id, household } = await charged();
    const { id: paymentId } = await begin(id, household);
    await app.call(gateway.openOrder, { as: household, body: { paymentId } });
    // Meanwhile the charge is another one.
    await estimate(id, 50_000);
    expect(await taken(paymentId, household)).toMatchObject({ state: 'APPROVED' });
    expect(await booked(id)).toEqual({ '1020': DUE, '2210': -DUE });
    const goesBack = [{ paymentId, amountMinor: DUE, refundState: 'REQUESTED', paidOutOn: null }];
    for (const as of [household, cashier]) {
      expect(await detail(id, as)).toMatchObject({ paidMinor: 0, goesBack });
    }
    const shown = await app.call(contract.getPayment, { as: cashier, params: { id: paymentId } });
    expect(shown).toMatchObject({ owedBack: true, vatMinor: 0, can: { refund: false } });
    const receipt = await app.server.inject({
      url: `/api/billing${contract.paymentReceipt.path.replace('{id}', paymentId)}?language=en`,
      headers: { authorization: `Bearer ${household.idToken}` },
    });
    const text = textOfPdf(receipt.rawPayload);
    expect([text.includes('Paid nothing, goes back'), text.includes('Still due')]).toEqual([true, true]);
    // Nobody has to find it: its refund is asked for.
    const { items } = await app.call(refunds.listRefunds, { as: cashier, query: { state: 'REQUESTED' } });
    expect(items).toMatchObject([
      { cause: 'PAYMENT', workOrderId: id, payeeName: 'Rahima Khatun', amountMinor: DUE },
    ]);
    expect(String(items[0]?.reason)).toContain('another sum was');
  });
});
