/** A bill over two tariffs as its consumer gets it: on the screen's answer and on paper, each line with its figures. */
import { afterAll, expect, test } from 'vitest';
import { closePdf } from '#platform/pdf/render.ts';
import { formats } from '#shared/format.ts';
import { testApp } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { billMonth, connect, makeOffice } from '../bill-run/factory-months.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';
import { explainLine } from './explain.rules.ts';
import { sayPart } from './explain-words.rules.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
const office = await makeOffice(app);
afterAll(closePdf);

const charges = {
  sewerPercent: '100',
  fixedAmount: '31',
  vatWaterPercent: '15',
  minimumMode: 'floor',
} as const;
await approvedTariff(app.db, {
  ...charges,
  name: 'Until mid-October',
  effectiveFrom: '2026-01-01',
  minimumAmount: '310',
  blocks: [
    { from: '0', to: '10', rate: '12.5' },
    { from: '10', to: null, rate: '20' },
  ],
});
await approvedTariff(app.db, {
  ...charges,
  name: 'From mid-October',
  effectiveFrom: '2026-10-10',
  fixedAmount: '62',
  sewerPercent: '50',
  minimumAmount: '31',
  blocks: [
    { from: '0', to: '10', rate: '15' },
    { from: '10', to: null, rate: '25' },
  ],
});
const made = await connect(office, {
  connectedOn: '2026-09-30',
  readings: [['2026-10-01', '2026-10-31', 15_500]],
});
await billMonth(office, '2026-10-01');
const { items } = await app.call(contract.searchInvoice, {
  as: office.planner,
  query: { connectionId: made.id },
});
const id = String(items[0]?.id);

const explained = async (language: 'en' | 'bn') => {
  const bill = await app.call(contract.invoiceDetail, { as: office.planner, params: { id } });
  const format = formats({ language, bengaliDigits: true }, 'Asia/Dhaka');
  return bill.lines.map((line) => [
    line.kind,
    line.amountMinor,
    explainLine(line, bill).map((part) => sayPart(part, language, format)),
  ]);
};

test('each line says the days of each tariff, their shares and products', async () => {
  // 10 days of 31, from 30 September, and 21 days from 10 October.
  expect(await explained('en')).toEqual([
    [
      'water',
      27_056,
      [
        '30 Sep 2026 to 09 Oct 2026 (10 of 31 days), Until mid-October: 15.5 × 10/31 = 5 m³',
        'First 10 m³ × 10/31: 10 × 10/31 × ৳12.50 = ৳40.32',
        'Above 10 m³ × 10/31: (15.5 × 10/31 − 10 × 10/31) × ৳20 = ৳35.48',
        '10 Oct 2026 to 30 Oct 2026 (21 of 31 days), From mid-October: 15.5 × 21/31 = 10.5 m³',
        'First 10 m³ × 21/31: 10 × 21/31 × ৳15 = ৳101.61',
        'Above 10 m³ × 21/31: (15.5 × 21/31 − 10 × 21/31) × ৳25 = ৳93.15',
      ],
    ],
    [
      'fixed',
      5200,
      ['30 Sep 2026 to 09 Oct 2026: ৳31 × 10/31 = ৳10', '10 Oct 2026 to 30 Oct 2026: ৳62 × 21/31 = ৳42'],
    ],
    [
      'minimum',
      2420,
      [
        '30 Sep 2026 to 09 Oct 2026: ৳310 × 10/31 = ৳100 is payable for water at least: ৳24.19 is missing to it',
      ],
    ],
    [
      'sewer',
      19_738,
      [
        '30 Sep 2026 to 09 Oct 2026: 100% of the water charge of these days before rounding = ৳100',
        '10 Oct 2026 to 30 Oct 2026: 50% of the water charge of these days before rounding = ৳97.38',
      ],
    ],
    ['vat_water', 4058, ['15% of ৳270.56']],
  ]);
});

test.each(['en', 'bn'] as const)('%s: the paper is one page and says the same', async (language) => {
  const answer = await app.server.inject({
    url: `/api/billing/invoice-detail/${id}/pdf?language=${language}`,
    headers: { authorization: `Bearer ${office.planner.idToken}` },
  });
  expect([answer.statusCode, pagesOfPdf(answer.rawPayload)]).toEqual([200, 1]);
  // Sentences may be broken over lines: figures are looked for one by one.
  const words = textOfPdf(answer.rawPayload).split(/\s+/);
  const figures = (await explained(language)).flatMap(([, , sentences]) =>
    (sentences as string[]).flatMap((sentence) => sentence.match(/\S*[\d০-৯]\S*/g) ?? []),
  );
  expect(figures.length).toBeGreaterThan(50);
  const text = words.join('');
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([]);
});
