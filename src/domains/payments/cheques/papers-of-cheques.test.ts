/** What receipt and bill say of a cheque: subject to clearing, what became of it, and the fee by its name. */
import { afterAll, expect, test } from 'vitest';
import { invoicePdf } from '#domains/billing/invoices/contract.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { paymentReceipt } from '../contract.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';
import * as fee from './fee/contract.ts';

const app = await testApp();
afterAll(closePdf);
const calls = await chequeCalls(app);
const [admin, other] = [await app.staff('admin'), await app.staff('admin')];

async function paper(endpoint: Endpoint, id: string): Promise<string> {
  const answer = await app.server.inject({
    method: 'GET',
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', id)}`,
    query: { language: 'en' },
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return textOfPdf(answer.rawPayload).replace(/\s+/g, ' ');
}

test('the receipt names the cheque, and says what became of it; the bill of the fee says what it is for', async () => {
  const planned = await app.call(fee.planChequeFee, {
    as: admin,
    body: { validFrom: app.system().today, value: { returnFeeMinor: minor(20_00) }, reason: 'the board' },
  });
  await app.call(fee.approveChequeFee, {
    ...{ as: other, params: { id: planned.id } },
    body: { version: planned.version },
  });
  const { cheque, payment } = await calls.deposited();
  const receipt = await paper(paymentReceipt, payment.id);
  for (const words of ['Cheque, subject to clearing', cheque.number, 'Sonali Bank, Uttara', 'In clearing'])
    expect(receipt).toContain(words);
  await app.call(cheques.dishonourCheque, calls.returning(cheque, minor(20_00)));
  const returned = await paper(paymentReceipt, payment.id);
  expect(returned).toContain('Returned by the bank: this receipt does not count');
  const { feeInvoiceId } = await calls.find(cheque.number);
  expect(await paper(invoicePdf, String(feeInvoiceId))).toContain('Fee for a returned cheque');
});
