/** The receipt as PDF: A4 or a roll of 80 mm, in either language. Every figure is finished text here. */
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { visibleTo as seesBills } from '#domains/billing/invoices/queries.ts';
import { openOfPayer } from '#domains/billing/invoices/taken-over.ts';
import { checkMark } from '#domains/papers/check-mark.ts';
import { getUtility } from '#domains/settings/queries.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql } from '#platform/database/db.ts';
import { sendDownload } from '#platform/http/download.ts';
import { code128Svg } from '#platform/pdf/codes.ts';
import { renderPdf } from '#platform/pdf/render.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { formatsOfPapers, type PaperFormats } from '#shared/format.ts';
import { amountInWords } from '#shared/language/amount-words.ts';
import type { Payment, paymentReceipt } from '../contract.ts';
import { getPayment } from '../queries.ts';
import { receiptPaper } from './paper.ts';
import { receiptWords } from './texts.ts';

type Language = 'en' | 'bn';
type Input = { params: { id: string }; query: z.output<(typeof paymentReceipt)['query']> };
type Facts = {
  cashier: string;
  dueMinor: number;
  demandNote: string | null;
  /** Kind of the work that was paid. */
  workEn: string | null;
  workBn: string | null;
  bank: string | null;
  branch: string | null;
  drawnOn: string | null;
  /** Number of the connection whose owner changes for the fee. */
  changed: string | null;
};

const TEMPLATES = { a4: 'receipt-a4.typ', '80mm': 'receipt-80mm.typ' };

export async function receiptPdf(
  { database, actor, reply }: SpecialContext,
  publicUrl: string,
  { params, query }: Input,
): Promise<void> {
  const { db } = database;
  const payment = await getPayment(db, actor, params.id);
  if (!payment.receiptNumber) throw fail(commonErrors.not_found);
  const check = await checkMark(db, receiptPaper, payment.id, {
    ...{ language: query.language, publicUrl, today: actor.today },
  });
  const data = { ...(await receiptData(db, actor, payment, query.language)), check };
  const template = { path: `domains/payments/receipt/${TEMPLATES[query.paper]}` };
  const pdf = await renderPdf({ template, ...(await withLogo(db, data)) });
  await sendDownload(reply, {
    stream: Readable.from([pdf.content]),
    mediaType: 'application/pdf',
    fileName: `receipt-${payment.receiptNumber}.pdf`,
    bytes: pdf.content.length,
  });
}

/** What is still open is that of today: who paid for a connection that is shared with them no more reads nothing of it. */
function factsOf(db: Db, actor: Actor, paymentId: string): Promise<Facts> {
  return one(
    db,
    sql`select coalesce(w.name, '') as cashier, n.number as "demandNote", k.name_en as "workEn", k.name_bn as "workBn",
        e.connection_number as changed, q.bank, q.branch, q.drawn_on as "drawnOn",
        coalesce(n.total_minor - n.settled_minor, (
          select sum(${openOfPayer('i', sql`p.taken_over`)}) from billing.invoices i
          where i.connection_id = p.connection_id and i.cancelled_on is null and (p.taken_over or ${seesBills(actor)})), 0)::bigint as "dueMinor"
      from payments.payments p
      left join identity.users w on w.id = p.created_by and p.method in ('CASH', 'POS', 'BANK', 'CHEQUE')
      left join payments.cheques q on q.payment_id = p.id
      left join applications.demand_notes n on n.id = p.demand_note_id
      left join work_orders.orders b on b.id = p.work_order_id
      left join work_orders.categories k on k.id = b.category_id
      left join ownership.requests e on e.id = p.ownership_request_id
      where p.id = ${paymentId}`,
  );
}

async function receiptData(db: Db, actor: Actor, payment: Payment, language: Language) {
  const words = receiptWords[language];
  const format = formatsOfPapers({ language, bengaliDigits: true });
  const [utility, more] = await Promise.all([getUtility(db), factsOf(db, actor, payment.id)]);
  const bengali = language === 'bn';
  return {
    language,
    words: { total: words.total, page: words.page, note: words.note, void: words.void, title: words.title },
    digits: bengali ? '০১২৩৪৫৬৭৮৯' : '0123456789',
    isVoid: payment.state === 'REVERSED',
    head: {
      name: bengali ? utility.nameBn : utility.nameEn,
      lines: [bengali ? utility.addressBn : utility.addressEn, format.digits(utility.phone ?? '')].filter(
        Boolean,
      ),
    },
    total: format.money(payment.amountMinor),
    inWords: amountInWords(payment.amountMinor, language),
    number: format.digits(payment.receiptNumber ?? ''),
    barcode: code128Svg(payment.receiptNumber ?? ''),
    facts: facts(payment, more, language, format),
    titles: [...words.columns[payment.source], words.amount],
    rows: rows(payment, more, language, format),
    after: [
      ...(payment.vatMinor > 0 ? [[words.vat, format.money(payment.vatMinor)]] : []),
      ...(payment.owedBack
        ? [
            [words.goesBack, format.money(payment.amountMinor)],
            ...(payment.stillDue ? [[words.remaining, format.money(payment.stillDue.amountMinor)]] : []),
            ...(payment.stillDue?.until ? [[words.until, format.day(payment.stillDue.until)]] : []),
          ]
        : more.dueMinor > 0
          ? [[words.remaining, format.money(more.dueMinor)]]
          : []),
    ],
  };
}

function facts(payment: Payment, more: Facts, language: Language, format: PaperFormats): [string, string][] {
  const words = receiptWords[language];
  const pairs: [string, string | null][] = [
    [words.number, format.digits(payment.receiptNumber ?? '')],
    [words.paidOn, format.day(payment.paidOn ?? '')],
    [words.receivedFrom, language === 'bn' ? (payment.payerNameBn ?? payment.payerName) : payment.payerName],
    [words.target[payment.source], format.digits(payment.targetNumber)],
    [
      words.place,
      // A wallet is at no place.
      payment.sectorNumber === ''
        ? null
        : words.placeOf(
            format.digits(payment.sectorNumber),
            format.digits(payment.roadNumber),
            format.digits(payment.plotNumber),
          ),
    ],
    [words.method, words.methods[payment.method]],
    [words.slip, payment.cheque ? null : payment.slipNumber],
    [
      words.cheque,
      payment.cheque &&
        words.chequeOf(
          format.digits(payment.slipNumber ?? ''),
          more.bank ?? '',
          more.branch ?? '',
          format.day(more.drawnOn ?? ''),
        ),
    ],
    [words.chequeState, payment.cheque && words.chequeStates[payment.cheque]],
    [words.order, payment.orderId],
    [words.cashier, more.cashier],
  ];
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
}

function rows(payment: Payment, more: Facts, language: Language, format: PaperFormats): string[][] {
  const words = receiptWords[language];
  const lines = payment.invoices.map((invoice) => [
    format.digits(invoice.number),
    format.month(invoice.period),
    format.amount(invoice.amountMinor),
  ]);
  if (more.demandNote) {
    lines.push([format.digits(more.demandNote), '', format.amount(payment.amountMinor)]);
  }
  const work = language === 'bn' ? more.workBn : more.workEn;
  if (work) lines.push([work, '', format.amount(payment.amountMinor)]);
  if (more.changed) {
    lines.push([words.fee(format.digits(more.changed)), '', format.amount(payment.amountMinor)]);
  }
  if (payment.source === 'WALLET_RECHARGE')
    lines.push([words.recharge, '', format.amount(payment.amountMinor)]);
  const kept = payment.isBilledOut ? words.keptForPayer : words.advance;
  if (payment.advanceMinor > 0) lines.push([kept, '', format.amount(payment.advanceMinor)]);
  return lines;
}
