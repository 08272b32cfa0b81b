/** A bill that is cancelled, alone or with its run: consumer and owner are told once; no paper of it, or of a paid bill, asks for money. */
import { afterAll, describe, expect, test } from 'vitest';
import { makePayment } from '#domains/payments/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { asSent } from '#shared/sms/sms.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as runs from '../bill-run/contract.ts';
import { billMonth, connect, makeOffice } from '../bill-run/factory-months.ts';
import { decide as decideRun } from '../bill-run/factory-reversal.ts';
import * as corrections from '../corrections/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
await approvedTariff(app.db, {
  effectiveFrom: '2024-01-01',
  blocks: [{ from: '0', to: null, rate: '10' }],
});
const [SEPTEMBER, OCTOBER] = ['2026-09-01', '2026-10-01'];
const office = await makeOffice(app);
const [asker, decider] = [await app.staff('admin'), await app.staff('admin')];
const [bengali, english] = [await app.consumer('রহিমা খাতুন'), await app.consumer('Salma Begum')];
await execute(
  app.owner.db,
  sql`update identity.users set language = 'en', email = 'salma@example.com' where id = ${english.userId}`,
);
await execute(
  app.owner.db,
  sql`update identity.users set language = 'bn', email = null where id = ${bengali.userId}`,
);
for (const consumer of [bengali, english]) {
  await connect(office, {
    connectedOn: '2026-08-31',
    consumerId: String(consumer.consumerId),
    readings: [
      [SEPTEMBER, '2026-09-30', 10_000],
      [OCTOBER, '2026-10-31', 30_000],
    ],
  });
}
await billMonth(office, SEPTEMBER);
const octoberRun = await billMonth(office, OCTOBER);
afterAll(closePdf);

const billOf = async (consumer: Person, period: string) => {
  const { items } = await app.call(contract.searchInvoice, { as: consumer });
  const bill = items.find((item) => item.period === period);
  if (!bill) throw new Error('no bill');
  return app.call(contract.invoiceDetail, { as: consumer, params: { id: bill.id } });
};
const sentFor = (billId: string) =>
  all<{ channel: string; language: string; subject: string | null; body: string }>(
    app.db,
    sql`select channel, language, subject, body from platform.outbox where event = ${`billing.bill-cancelled:${billId}`}
      order by channel`,
  );
const told = (kind: string) =>
  all<{ id: string; path: string }>(
    app.db,
    sql`select user_id as id, path from platform.notices where kind = ${kind} order by path`,
  );
const paper = async (as: Person, id: string, language: string) => {
  const { rawPayload } = await app.server.inject({
    url: `/api/billing/invoice-detail/${id}/pdf?language=${language}`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  return textOfPdf(rawPayload).replace(/\s+/g, ' ');
};

describe('alone', () => {
  test('nobody is told before the second person decides; then consumer and owner of the run, once each', async () => {
    const bill = await billOf(english, OCTOBER);
    const before = await paper(english, bill.id, 'en');
    expect(before).toContain('Pay by');
    expect(before).toContain('How to pay');
    await app.call(makePayment, {
      as: await app.staff('cashier'),
      body: {
        connectionId: bill.connectionId,
        amountMinor: 30_000,
        tender: { method: 'CASH' },
        unusual: true,
      },
    });
    const body = { invoiceId: bill.id, version: (await billOf(english, OCTOBER)).version, reason: 'twice' };
    const asked = await app.call(corrections.cancelInvoice, {
      as: asker,
      body: { ...body, freePayment: true },
    });
    expect([asked.state, await sentFor(bill.id)]).toEqual(['REQUESTED', []]);
    const decide = { as: decider, body: { correctionId: asked.id, accept: true } };
    await app.call(corrections.decideCorrection, decide);
    expect(await app.codeOf(corrections.decideCorrection, decide)).toBe('billing.correction_decided');
    const text = `Purbachal Water: your bill ${bill.number} for October 2026 (Tk 200) is cancelled. Please do not pay it. What you paid is kept as your advance.`;
    const [email, sms, ...more] = await sentFor(bill.id);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      channel: 'email',
      subject: `Jolkol: your bill ${bill.number} is cancelled`,
      language: 'en',
    });
    expect(sms).toMatchObject({ channel: 'sms', subject: null });
    expect([email?.body, sms?.body].map((sent) => sent?.slice(sent.indexOf(':')))).toEqual([
      text.slice(text.indexOf(':')),
      text.slice(text.indexOf(':')),
    ]);
    const path = `/billing/invoice-list/${bill.id}`;
    expect(await told('billing.bill_cancelled')).toEqual([{ id: english.userId, path }]);
    expect(await told('billing.own_bill_cancelled')).toEqual([{ id: office.planner.userId, path }]);
  });

  test('its paper and screen say since when it is cancelled, and ask for no money', async () => {
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from billing.invoices where cancelled_on is not null`,
    );
    expect(await app.call(contract.invoiceDetail, { as: english, params: { id } })).toMatchObject({
      state: 'CANCELLED',
      cancelledOn: '2026-11-02',
      dueMinor: 0,
      can: { pay: false },
    });
    const text = await paper(english, id, 'en');
    expect(text).toContain('Cancelled on');
    expect(text).toContain('02 Nov 2026');
    expect(text).toContain('This bill is cancelled. Please do not pay it.');
    for (const asking of ['Pay by', 'How to pay', 'Scan to pay']) expect(text).not.toContain(asking);
    const inBengali = await paper(english, id, 'bn');
    expect(inBengali).toContain('বাতিলের তারিখ');
    for (const asking of ['শেষ তারিখ', 'যেভাবে পরিশোধ করবেন']) expect(inBengali).not.toContain(asking);
  });
});

test('with its run: each consumer in their own language, and who planned the run', async () => {
  const bill = await billOf(bengali, OCTOBER);
  const { version } = await app.call(runs.getRun, { as: asker, params: { id: octoberRun } });
  const body = { version, reason: 'wrong tariff' };
  await app.call(runs.reverseRun, { as: asker, params: { id: octoberRun }, body });
  expect(await sentFor(bill.id)).toEqual([]);
  await app.call(runs.decideReversal, await decideRun({ app, id: octoberRun }, decider));
  const [sms, ...more] = await sentFor(bill.id);
  expect(more).toEqual([]);
  expect(sms).toMatchObject({ channel: 'sms', language: 'bn' });
  expect(sms?.body).toContain(asSent('(৳২০০) বাতিল হয়েছে। এটি পরিশোধ করবেন না।'));
  expect(sms?.body).not.toContain('অগ্রিম');
  expect((await told('billing.bill_cancelled')).map(({ id }) => id).toSorted()).toEqual(
    [english.userId, bengali.userId].toSorted(),
  );
  expect((await told('billing.run_reversed')).map(({ id }) => id).toSorted()).toEqual(
    [office.planner.userId, asker.userId].toSorted(),
  );
});

test('the paper of a paid bill asks for no money and says what was paid', async () => {
  const bill = await billOf(bengali, SEPTEMBER);
  expect(await paper(bengali, bill.id, 'en')).toContain('How to pay');
  const { connectionId, dueMinor } = bill;
  const body = { connectionId, amountMinor: dueMinor, tender: { method: 'CASH' as const } };
  await app.call(makePayment, { as: await app.staff('cashier'), body });
  const text = await paper(bengali, bill.id, 'en');
  expect(text).toContain('৳100 of this bill is already paid.');
  for (const asking of ['How to pay', 'Scan to pay']) expect(text).not.toContain(asking);
  const inBengali = await paper(bengali, bill.id, 'bn');
  expect(inBengali).toContain('পরিশোধিত');
  for (const asking of ['যেভাবে পরিশোধ করবেন', 'পরিশোধ করতে স্ক্যান করুন'])
    expect(inBengali).not.toContain(asking);
});
