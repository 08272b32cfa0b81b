/** What is printed of the fee of an ownership change, what its code confirms, and why a fee is not paid now. */
import { afterAll, expect, test } from 'vitest';
import { checkPaper } from '#domains/papers/contract.ts';
import { paymentReceipt } from '#domains/payments/contract.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as steps from '../steps/contract.ts';
import { CASH, makeFees, NET, setFee } from './factory-fees.ts';

const app = await testApp();
const fees = await makeFees(app);
const { office, asked, pay, cashier, second } = fees;
afterAll(closePdf);

async function paper(endpoint: Endpoint, as: Person, id: string, language = 'en') {
  const answer = await app.server.inject({
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', id)}`,
    query: { language },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return textOfPdf(answer.rawPayload).replace(/[\u200b\s]+/g, ' ');
}

test('the receipt names the request, the connection and the VAT, and its code confirms it', async () => {
  const { id, number, connection, owner } = await asked();
  const payment = await pay(id);
  for (const as of [cashier, owner]) {
    const text = await paper(paymentReceipt, as, payment.id);
    for (const part of [
      ...['Ownership request', number, 'Rahima Khatun', '1,150.58', 'of which VAT', '150.08'],
      `Change of the owner of connection ${connection.number}`,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Still due');
  }
  expect(await paper(paymentReceipt, owner, payment.id, 'bn')).toContain('১,১৫০.৫৮');
  const { code } = await one<{ code: string }>(
    app.owner.db,
    sql`select code from papers.papers where record_id = ${payment.id} order by code limit 1`,
  );
  const confirmed = await app.call(checkPaper, { body: { code } });
  expect(confirmed.facts).toEqual([{ name: 'ownership', value: number }]);
});

test('the voucher of its refund names the request', async () => {
  const { id, number } = await asked();
  await pay(id);
  const { version } = await office.at(id);
  await app.call(steps.rejectChange, {
    ...{ as: office.admin, query: { requestId: id }, body: { version, remark: 'the heirs do not agree' } },
  });
  const [refund] = await fees.refunds(id);
  const refundId = String(refund?.id);
  await app.call(refunds.decideRefund, { as: second, body: { refundId, accept: true } });
  await app.call(refunds.payRefund, { as: cashier, body: { refundId, tender: CASH } });
  const text = await paper(refunds.refundVoucher, cashier, refundId);
  for (const part of ['Ownership request', number, 'Rahima Khatun']) expect(text).toContain(part);
});

test('a fee that is not waited for yet, or that there is not, says so', async () => {
  const because = async (as: Person, ownershipRequestId: string) =>
    (await app.call(getPayable, { as, query: { ownershipRequestId } })).closed?.because;
  const early = await asked('DOCS_VERIFIED');
  for (const as of [early.owner, early.buyer, cashier]) expect(await because(as, early.id)).toBe('NOT_YET');
  await setFee(app, 0);
  const free = await asked();
  await setFee(app, NET);
  for (const as of [free.owner, free.buyer, cashier]) expect(await because(as, free.id)).toBe('FREE');
});
