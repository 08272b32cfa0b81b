/** The voucher of a paid refund as PDF: what was booked, by whom, and the lines to sign. */
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { getUtility } from '#domains/settings/queries.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import { all, type Db, sql } from '#platform/database/db.ts';
import { sendDownload } from '#platform/http/download.ts';
import { code128Svg } from '#platform/pdf/codes.ts';
import { renderPdf } from '#platform/pdf/render.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { formatsOfPapers, type PaperFormats } from '#shared/format.ts';
import { amountInWords } from '#shared/language/amount-words.ts';
import type { Refund, refundVoucher } from './contract.ts';
import { getRefund } from './queries.ts';
import { voucherWords } from './voucher-texts.ts';

type Language = 'en' | 'bn';
type Input = { params: { id: string }; query: z.output<(typeof refundVoucher)['query']> };
type Booked = { nameEn: string; nameBn: string; amountMinor: number };

export async function voucherPdf(
  { database, actor, reply }: SpecialContext,
  { params, query }: Input,
): Promise<void> {
  const refund = await getRefund(database.db, actor, params.id);
  if (!refund.number) throw fail(commonErrors.not_found);
  const data = await voucherData(database.db, refund, query.language);
  const pdf = await renderPdf({
    template: { path: 'domains/payments/refunds/voucher.typ' },
    ...(await withLogo(database.db, data)),
  });
  await sendDownload(reply, {
    stream: Readable.from([pdf.content]),
    mediaType: 'application/pdf',
    fileName: `refund-${refund.number}.pdf`,
    bytes: pdf.content.length,
  });
}

async function voucherData(db: Db, refund: Refund, language: Language) {
  const words = voucherWords[language];
  const format = formatsOfPapers({ language, bengaliDigits: true });
  const bengali = language === 'bn';
  const utility = await getUtility(db);
  const booked = await all<Booked>(
    db,
    sql`select a.name_en as "nameEn", a.name_bn as "nameBn", e.amount_minor as "amountMinor"
      from ledger.journals j join ledger.entries e on e.journal_id = j.id join ledger.accounts a on a.code = e.account_code
      where j.kind = 'REFUND' and j.source_id = ${refund.id} order by e.line_no`,
  );
  const number = refund.number ?? '';
  return {
    language,
    title: words.title,
    number: format.digits(number),
    note: words.note,
    'page-word': words.page,
    digits: words.digits,
    head: {
      name: bengali ? utility.nameBn : utility.nameEn,
      lines: [bengali ? utility.addressBn : utility.addressEn, utility.phone].filter(Boolean),
    },
    barcode: code128Svg(number),
    total: { label: words.total, amount: format.money(refund.amountMinor) },
    inWords: amountInWords(refund.amountMinor, language),
    facts: facts(refund, language, format),
    entries: {
      titles: words.entries,
      rows: booked.map(({ nameEn, nameBn, amountMinor }) => [
        bengali ? nameBn : nameEn,
        amountMinor > 0 ? format.amount(amountMinor) : '',
        amountMinor < 0 ? format.amount(-amountMinor) : '',
      ]),
    },
    confirm: words.confirm,
    signatures: [refund.askedBy, refund.decidedBy, refund.paidBy, payeeOf(refund, language)].map(
      (name, index) => [words.signatures[index] ?? '', name ?? ''],
    ),
  };
}

/** Paper in Bengali has the Bengali name, if one is kept. */
const payeeOf = ({ payeeName, payeeNameBn }: Refund, language: Language) =>
  language === 'bn' ? (payeeNameBn ?? payeeName) : payeeName;

const targetName = (
  { connectionId, workOrderId, ownershipRequestId }: Refund,
  words: (typeof voucherWords)[Language],
): string => {
  if (connectionId) return words.connection;
  if (workOrderId) return words.repair;
  return ownershipRequestId ? words.ownership : words.application;
};

function facts(refund: Refund, language: Language, { digits, day }: PaperFormats): [string, string][] {
  const words = voucherWords[language];
  const pairs: [string, string | null][] = [
    [words.number, digits(refund.number ?? '')],
    [words.paidOn, day(refund.paidOn ?? '')],
    [words.payee, payeeOf(refund, language)],
    [words.phone, digits(refund.payeePhone)],
    [targetName(refund, words), digits(refund.targetNumber)],
    [words.demandNote, refund.demandNoteNumber && digits(refund.demandNoteNumber)],
    [
      words.place,
      words.placeOf(digits(refund.sectorNumber), digits(refund.roadNumber), digits(refund.plotNumber)),
    ],
    [words.receipts, refund.receipts.map((number) => digits(number)).join(', ')],
    [words.method, refund.method && words.methods[refund.method]],
    [words.reference, refund.reference],
    [words.reason, refund.reason],
  ];
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
}
