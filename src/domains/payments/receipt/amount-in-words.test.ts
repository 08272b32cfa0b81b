/** The amount is written in words on each paper that is about money: receipt, bill, demand note, voucher of a refund. */
import { afterAll, expect, test } from 'vitest';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { printDemandNote } from '#domains/applications/demand-note/print-demand-note.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { invoicePdf } from '#domains/billing/invoices/contract.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { makePayment, paymentReceipt } from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as refunds from '../refunds/contract.ts';

const app = await testApp();
afterAll(closePdf);

/** One spelling for what is there in two; a reader of PDFs puts a gap before a colon of the other script. */
const bengali = (text: string) => text.normalize('NFC').replaceAll(' :', ':');

async function paper(endpoint: Endpoint, as: Person, id: string, query: Record<string, string>) {
  const answer = await app.server.inject({
    method: 'GET',
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', id)}`,
    query,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return bengali(textOfPdf(answer.rawPayload).replace(/\s+/g, ' '));
}

test('on receipts and bills, paid or not', async () => {
  const as = await app.staff('admin');
  const { connectionId, invoices } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { months: 2 }),
  );
  const body = { connectionId, amountMinor: 96_050, tender: { method: 'CASH' as const } };
  const { id } = await app.call(makePayment, { as, body: { ...body, unusual: true } });
  const words = 'In words: nine hundred and sixty taka and fifty poisha only';
  for (const size of ['a4', '80mm'])
    expect(await paper(paymentReceipt, as, id, { language: 'en', paper: size })).toContain(words);
  const paid = await paper(invoicePdf, as, invoices[0]?.id ?? '', { language: 'en' });
  expect(paid).toContain('In words: zero taka only');
  const open = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  expect(await paper(invoicePdf, as, open.invoices[0]?.id ?? '', { language: 'en' })).toContain(
    'In words: one hundred and fifteen taka only',
  );
  // The whole sentence in Bengali, and what a reader of a bill searches for, as it is on the paper.
  const receipt = await paper(paymentReceipt, as, id, { language: 'bn' });
  expect(receipt).toContain(bengali('কথায়: নয় শত ষাট টাকা পঞ্চাশ পয়সা মাত্র'));
  const bill = await paper(invoicePdf, as, open.invoices[0]?.id ?? '', { language: 'bn' });
  for (const words of ['কথায়: এক শত পনেরো টাকা মাত্র', 'সংযোগ নম্বর', 'বিল নম্বর', 'সংযোগের ধরন', 'এই বিলের মোট'])
    expect(bill).toContain(bengali(words));
});

test('on demand notes and vouchers', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const input = { id: made.id, language: 'en' as const, publicUrl: 'http://localhost' };
  const note = await printDemandNote(app.db, app.system(), input);
  expect(textOfPdf(note.content)).toContain('In words: one thousand eight hundred and twenty-five taka only');

  const [asker, decider, payer] = [
    await app.staff('admin'),
    await app.staff('admin'),
    await app.staff('admin'),
  ];
  const paid = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  await app.call(withdrawAfterPayment, {
    as: asker,
    body: { applicationId: paid.id, version: paid.version, remark: 'moved' },
  });
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.refunds where application_id = ${paid.id}`,
  );
  await app.call(refunds.decideRefund, { as: decider, body: { refundId: id, accept: true } });
  await app.call(refunds.payRefund, {
    as: payer,
    body: { refundId: id, tender: { method: 'BANK', reference: 'TRX 1' } },
  });
  const [refund] = await all<{ minor: number }>(
    app.db,
    sql`select amount_minor as minor from payments.refunds where id = ${id}`,
  );
  expect(refund?.minor).toBeGreaterThan(0);
  expect(await paper(refunds.refundVoucher, payer, id, { language: 'en' })).toMatch(/In words: .* taka only/);
});
