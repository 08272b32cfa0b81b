/** Each kind of paper as it comes out of a printer: a phone reads its code, and what the code opens confirms the paper. */
import { afterAll, expect, test } from 'vitest';
import { demandNotePdf } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { acknowledgementPdf } from '#domains/applications/intake/contract.ts';
import { letterPdf } from '#domains/applications/letter/contract.ts';
import { certificatePdf, nocLetterPdf } from '#domains/applications/papers/contract.ts';
import { invoicePdf } from '#domains/billing/invoices/contract.ts';
import { certificatePdf as changePdf } from '#domains/ownership/certificate/contract.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { makePayment, paymentReceipt } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { testApp } from '#test/app.ts';
import { type Printer, type ScannedCode, scanCodes } from '#test/phone/scan-codes.ts';
import { pagesOfPdf } from '#test/read-pdf.ts';
import { at } from '#test/zone.ts';
import { plainCode } from './code.rules.ts';
import { checkPaper } from './contract.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
afterAll(closePdf);

/** The more signs an address has, the smaller are the squares: few utilities have a longer one. */
const publicUrl = 'https://water.chapainawabganj-municipality.gov.bd';
const program = await app.another({ publicUrl });

/** Of ISO 18004: as much white as four of its squares. */
const QUIET_MODULES = 4;
/** What phones read from a hand that is not quite still, in light that is not quite good. */
const LEAST_MODULE_MM = 0.4;

const { id } = await makeApplication(app, { upTo: 'CONNECTED' });
const { id: unpaid } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
const { id: change } = await (await makeOffice(app)).request({ upTo: 'COMPLETED' });
const { connectionId, invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
const bill = String(invoices[0]?.id);
const { id: payment } = await app.call(makePayment, {
  as: admin,
  body: { connectionId, amountMinor: 5_000, tender: { method: 'CASH' } },
});

type Paper = {
  name: { en: string; bn: string };
  pdf: Endpoint;
  record: string;
  printer?: Printer;
  query?: Record<string, string>;
  /** The page to which another code of the paper leads: to pay, or to look at the record. */
  leadsTo?: string;
};
const receipt = { name: { en: 'Receipt', bn: 'রসিদ' }, pdf: paymentReceipt, record: payment };
const PAPERS: Paper[] = [
  {
    name: { en: 'Acknowledgement slip', bn: 'প্রাপ্তিস্বীকারপত্র' },
    ...{ pdf: acknowledgementPdf, record: id, leadsTo: `/customer/new-connections/${id}` },
  },
  { name: { en: 'Letter of no objection', bn: 'অনাপত্তিপত্র' }, pdf: nocLetterPdf, record: id },
  { name: { en: 'Connection letter', bn: 'সংযোগপত্র' }, pdf: letterPdf, record: id },
  {
    name: { en: 'Demand note', bn: 'ডিমান্ড নোট' },
    ...{ pdf: demandNotePdf, record: unpaid, leadsTo: `/pay?applicationId=${unpaid}` },
  },
  { name: { en: 'Completion certificate', bn: 'সংযোগ সম্পন্নের সনদ' }, pdf: certificatePdf, record: id },
  {
    name: { en: 'Water bill', bn: 'পানির বিল' },
    ...{ pdf: invoicePdf, record: bill, leadsTo: `/billing/invoice-list/${bill}` },
  },
  {
    name: { en: 'Certificate of owner change', bn: 'মালিকানা পরিবর্তনের সনদ' },
    ...{ pdf: changePdf, record: change },
  },
  { ...receipt, query: { paper: 'a4' } },
  { ...receipt, query: { paper: '80mm' }, printer: 'roll' },
];

async function print({ pdf, record, query }: Paper, language: string): Promise<Buffer> {
  const answer = await program.server.inject({
    url: `/api/${pdf.service}${pdf.path.replace('{id}', record)}`,
    query: { language, ...query },
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

function expectReadable(code: ScannedCode): void {
  expect(code.module_mm, code.text).toBeGreaterThanOrEqual(LEAST_MODULE_MM);
  expect(code.quietModules, code.text).toBeGreaterThanOrEqual(QUIET_MODULES);
}

for (const paper of PAPERS)
  for (const language of ['en', 'bn'])
    test(`${paper.name.en}, ${paper.printer ?? 'a4'}, ${language}`, { timeout: 60_000 }, async () => {
      const { name, leadsTo, printer = 'a4' } = paper;
      const pdf = await print(paper, language);
      expect(pagesOfPdf(pdf)).toBe(1);
      const codes = await scanCodes(pdf, printer, leadsTo ? 2 : 1);
      codes.map(expectReadable);
      const page = `${publicUrl}/paper#`;
      const texts = codes.map(({ text }) => text);
      const confirms = texts.filter((text) => text.startsWith(page));
      expect(confirms).toHaveLength(1);
      expect(texts.filter((text) => !text.startsWith(page))).toEqual(leadsTo ? [publicUrl + leadsTo] : []);
      const code = confirms[0]?.slice(page.length) ?? '';
      expect(plainCode(code)).toBe(code);
      expect(await program.call(checkPaper, { body: { code } })).toMatchObject({
        kind: name,
        state: 'valid',
      });
    });
