/** A bill over two categories says which of them counts on which days: on the screen and on paper, in both languages. */
import { afterAll, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { formats } from '#shared/format.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import * as invoices from '../invoices/contract.ts';
import { explainLine } from '../invoices/explain.rules.ts';
import { sayPart } from '../invoices/explain-words.rules.ts';
import { categoryOffice, SEPTEMBER, START } from './factory.ts';

const { app, office, household, goTo, home, decided } = await categoryOffice();
afterAll(closePdf);
await goTo(START);
const readings = [SEPTEMBER, ['2026-10-01', '2026-10-31', 51_000] as [string, string, number]];
const [changed, calm] = [await home({ readings }), await home({ readings })];
await billMonth(office, '2026-09-01');
await decided(changed, { fromDay: '2026-10-10', untilDay: '2026-10-20' });
await billMonth(office, '2026-10-01');

const billOf = async ({ id }: MadeConnection) => {
  const bill = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices where connection_id = ${id} and period = '2026-10-01'`,
  );
  return app.call(invoices.invoiceDetail, { as: household, params: { id: bill.id } });
};
const explanationOf = async (made: MadeConnection, language: 'en' | 'bn') => {
  const bill = await billOf(made);
  const format = formats({ language, bengaliDigits: true }, 'Asia/Dhaka');
  const sentences = bill.lines.flatMap((line) =>
    explainLine(line, bill).map((part) => sayPart(part, language, format)),
  );
  return sentences.join(' | ');
};
const paper = async (made: MadeConnection, language: 'en' | 'bn') => {
  const { id } = await billOf(made);
  const answer = await app.server.inject({
    url: `/api/billing/invoice-detail/${id}/pdf?language=${language}`,
    headers: { authorization: `Bearer ${household.idToken}` },
  });
  expect([answer.statusCode, pagesOfPdf(answer.rawPayload)]).toEqual([200, 1]);
  return textOfPdf(answer.rawPayload);
};

test('each part of a line names its category, to the household too', async () => {
  const english = await explanationOf(changed, 'en');
  expect(english).toContain('30 Sep 2026 to 09 Oct 2026 (10 of 31 days), Residential, Test tariff: ');
  expect(english).toContain('10 Oct 2026 to 19 Oct 2026 (10 of 31 days), Commercial, Test tariff: ');
  expect(english).toContain('10 Oct 2026 to 19 Oct 2026, Commercial: ৳60 × 10/31 = ');
  expect(await explanationOf(changed, 'bn')).toContain('(৩১ দিনের মধ্যে ১০ দিন), বাণিজ্যিক, ');
  expect(await paper(changed, 'en')).toMatch(/of 31 days\), Commercial, Test tariff/);
  // In the facts of the bill, and with the days of water and of the fixed charge.
  expect((await paper(changed, 'bn')).replace(/\s+/g, '').match(/বাণিজ্যিক/g)?.length).toBeGreaterThan(2);
});

test('a bill over one category reads as before', async () => {
  expect(await explanationOf(calm, 'en')).not.toMatch(/Residential|Commercial/);
});
