/** The bill as one page of PDF, in either language. Every figure is finished text here; bill.typ only sets it. */
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { checkMark } from '#domains/papers/check-mark.ts';
import { getUtility } from '#domains/settings/queries.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import { sendDownload } from '#platform/http/download.ts';
import { code128Code, qrCode } from '#platform/pdf/codes.ts';
import { renderPdf } from '#platform/pdf/render.ts';
import type { SpecialContext } from '#platform/route.ts';
import { addDays, addMonths, daysBetween } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { formatsOfPapers, type PaperFormats } from '#shared/format.ts';
import { amountInWords } from '#shared/language/amount-words.ts';
import { billedCategories } from '../../categories/billed-categories.rules.ts';
import { getLimits } from '../../settings/queries.ts';
import { listTariffCategories } from '../../tariffs/queries.ts';
import { type invoicePdf, LEAK_CREDIT, LOWERED_ESTIMATE } from '../contract.ts';
import { LEAKED, LOWERED, sayEmptyInFull, sayEstimate } from '../estimate-words.rules.ts';
import { correctedLines, explainLine } from '../explain.rules.ts';
import { lineName, sayPart } from '../explain-words.rules.ts';
import { isAdvanceBack, isChequeFee, isRebateBack } from '../line-accounts.rules.ts';
import { takerOfBill } from '../taken-over.ts';
import { billPaper } from './paper.ts';
import { type PaperBill, paperBills } from './paper-bills.ts';
import { billWords } from './words.ts';

type Language = 'en' | 'bn';
type Bill = PaperBill;
type Adjustment = Bill['adjustments'][number];
type Input = { params: { id: string }; query: z.output<(typeof invoicePdf)['query']> };
type Says = { language: Language; format: PaperFormats; words: (typeof billWords)[Language] };
type Choice = { language: Language; publicUrl: string; actor: Actor };

export async function billPdf(
  { database, actor, reply }: SpecialContext,
  publicUrl: string,
  { params, query }: Input,
): Promise<void> {
  const { db } = database;
  const invoice = (await paperBills(db, actor, [params.id])).get(params.id);
  if (!invoice) throw fail(commonErrors.not_found);
  const choice = { language: query.language, publicUrl, actor };
  const data = await billData(db, invoice, choice);
  const check = await checkMark(db, billPaper, invoice.id, { ...choice, today: actor.today });
  const pdf = await renderPdf({
    template: { path: 'domains/billing/invoices/pdf/bill.typ' },
    ...(await withLogo(db, { ...data, check })),
  });
  await sendDownload(reply, {
    stream: Readable.from([pdf.content]),
    mediaType: 'application/pdf',
    fileName: `bill-${invoice.number}.pdf`,
    bytes: pdf.content.length,
  });
}

/** What all bills of a day have in common. */
export async function billsInCommon(db: Db) {
  const [utility, { limits }, categories] = await Promise.all([
    getUtility(db),
    getLimits(db),
    listTariffCategories(db),
  ]);
  return { utility, limits, categories };
}
type InCommon = Awaited<ReturnType<typeof billsInCommon>>;

/** What bill.typ sets. */
export async function billData(db: Db, bill: Bill, choice: Choice, common?: InCommon) {
  const { language, publicUrl } = choice;
  const words = billWords[language];
  const format = formatsOfPapers({ language, bengaliDigits: true });
  const says: Says = { language, format, words };
  const [{ utility, limits, categories }, taker] = await Promise.all([
    common ?? billsInCommon(db),
    bill.takenOverMinor > 0 ? takerOfBill(db, choice.actor, bill.id) : undefined,
  ]);
  const ownMinor = ownDue(bill);
  const bengali = language === 'bn';
  const billed = billedCategories(bill).map((code) => {
    const category = categories.find((row) => row.code === code);
    return (bengali ? category?.nameBn : category?.nameEn) ?? code;
  });
  return {
    language,
    words: {
      ...words,
      note: disputeNote(bill, limits.disputeDays, says),
      ways: words.ways(format.digits(bill.connectionNumber), publicUrl),
    },
    digits: bengali ? '০১২৩৪৫৬৭৮৯' : '0123456789',
    head: {
      name: bengali ? utility.nameBn : utility.nameEn,
      lines: [bengali ? utility.addressBn : utility.addressEn, format.digits(utility.phone ?? '')].filter(
        Boolean,
      ),
    },
    title: `${titleOf(bill, words)} · ${format.month(bill.period)}`,
    stamp: stampOf(bill, words),
    ...headline(bill, says),
    inWords: bill.cancelledOn ? '' : amountInWords(ownMinor, language),
    remarks: [
      ...(bill.cancelledOn ? [words.cancelledRemark] : []),
      ...(bill.takenOverMinor > 0
        ? [words.takenOver(format.money(bill.takenOverMinor), (taker && takerName(taker, language)) ?? '')]
        : []),
      ...(bill.surchargeOf ? [surchargeRemark(bill.surchargeOf, says)] : []),
      ...(bill.disputedSince && !bill.cancelledOn ? [words.disputed(format.day(bill.disputedSince))] : []),
      ...(bill.isInPlan ? [words.inPlan(bill.plan ? format.digits(bill.plan.number) : '')] : []),
      ...rebateRemark(bill, says),
      ...(bill.isFinal ? [words.finalRemark] : []),
      ...(bill.settledMinor > 0 ? [words.settled(format.money(bill.settledMinor))] : []),
      ...(bill.arrearsMinor > 0 && !bill.cancelledOn ? [words.arrears(format.money(bill.arrearsMinor))] : []),
      ...[sayEstimate(bill, language, format), sayEmptyInFull(bill, language, format)].filter(
        (sentence) => sentence !== null,
      ),
      ...corrections(bill, says),
    ],
    who: facts(bill, says, billed.join(', ')),
    readings: readings(bill, says),
    lines: bill.lines.map((line) => [
      lineName(line.kind, language),
      bill.isSupplement
        ? insteadOf(line.kind, bill, says)
        : explainLine(line, bill).map((part) => sayPart(part, language, inLines({ language, format }))),
      format.amount(line.amountMinor),
    ]),
    total: format.money(bill.totalMinor),
    bars: bars(bill, format),
    qr: qrCode(`${publicUrl}/billing/invoice-list/${bill.id}`),
    barcode: code128Code(bill.number),
    number: format.digits(bill.number),
  };
}

/** What is due and until when; a bill that is paid or cancelled asks for no money, so it has no way to pay either. */
function headline(bill: Bill, { format, words }: Says) {
  const asks = {
    dueLabel: words.amountDue,
    amountDue: ownDue(bill) > 0 || bill.takenOverMinor === 0 ? format.money(ownDue(bill)) : words.nothing,
    dayLabel: words.payBy,
    day: format.day(bill.dueOn),
    asksForMoney: ownDue(bill) > 0,
  };
  if (!bill.cancelledOn) return asks;
  const [dueLabel, amountDue] = [words.amountDue, words.nothing];
  const [dayLabel, day] = [words.cancelledOn, format.day(bill.cancelledOn)];
  return { dueLabel, amountDue, dayLabel, day, asksForMoney: false };
}

/** What who used the water pays: all that is open, less what a new owner took over. Who prints the bill makes no difference. */
const ownDue = (bill: Bill): number =>
  bill.cancelledOn ? 0 : bill.totalMinor - bill.settledMinor - bill.takenOverMinor;

function stampOf(bill: Bill, words: Says['words']): string {
  if (bill.cancelledOn) return words.cancelled;
  if (ownDue(bill) > 0) return '';
  return bill.takenOverMinor > 0 ? words.takenOverStamp : words.paid;
}

const takerName = (taker: { name: string; nameBn: string | null }, language: Language) =>
  language === 'bn' ? (taker.nameBn ?? taker.name) : taker.name;

function surchargeRemark(
  { number, percent, basisMinor, chargedFor }: NonNullable<Bill['surchargeOf']>,
  says: Says,
): string {
  const { digits, day, money } = says.format;
  const share = percent === null ? null : `${digits(percent)}%`;
  return says.words.surchargeOf(digits(number), share, money(basisMinor), day(chargedFor));
}

/** What paying in time brings; nothing about a bill that missed it. */
/** The paper has the day of issue; if the days to dispute are counted from a later one, it names the last of them. */
function disputeNote({ issuedOn, knownFrom }: Bill, days: number, { format, words }: Says): string {
  if (knownFrom === issuedOn) return words.note(format.digits(String(days)));
  return words.noteUntil(format.day(addDays(knownFrom, days)));
}

function rebateRemark({ rebate }: Bill, { format, words }: Says): string[] {
  if (!rebate || rebate.state === 'MISSED') return [];
  return [words.rebate[rebate.state](format.money(rebate.amountMinor), format.day(rebate.payBy))];
}

function titleOf(bill: Bill, words: Says['words']): string {
  const { isSupplement, isSurcharge, isFinal } = bill;
  if (isSurcharge) return words.surcharge;
  if (isChequeFee(bill)) return words.chequeFee;
  if (isRebateBack(bill)) return words.rebateBack;
  if (isAdvanceBack(bill)) return words.advanceBack;
  if (isSupplement) return words.supplement;
  return isFinal ? words.final : words.title;
}

/** One sentence per document; on a supplementary bill, which bill it supplements. */
function corrections(bill: Bill, says: Says): string[] {
  const { format, words, language } = says;
  const { digits } = format;
  return bill.adjustments.flatMap((adjustment) => {
    const { number, adjustedOn, amountMinor, invoiceNumber, after, tariff, reason } = adjustment;
    if (bill.isSupplement && tariff) {
      return words.repriced(digits(invoiceNumber), reason, tariff.name, format.day(tariff.effectiveFrom));
    }
    if (bill.isSupplement) return words.supplements(digits(invoiceNumber));
    const about = [digits(number), format.day(adjustedOn)] as const;
    const why = tariff
      ? reason
      : reason === LOWERED_ESTIMATE
        ? LOWERED[language]
        : reason === LEAK_CREDIT
          ? LEAKED[language]
          : words.reading(`${format.cubicMetres(after.currentLitres ?? 0)} ${words.cubic}`);
    if (amountMinor === 0) return words.unchanged(...about, why);
    const say = amountMinor < 0 ? words.credited : words.billed;
    const sentence = say(...about, why, format.money(Math.abs(amountMinor)));
    // What is billed in addition is explained on its own bill.
    return amountMinor < 0 && tariff ? [sentence, ...creditedLines(bill, adjustment, says)] : sentence;
  });
}

/** How a line of a supplementary bill came about: the corrected amount with its figures, and the one that was billed. */
function insteadOf(kind: string, bill: Bill, says: Says): string[] {
  const [adjustment] = bill.adjustments;
  const line = adjustment?.lines.find((line) => line.kind === kind);
  if (!adjustment || !line) return [];
  const { format, words } = says;
  return [
    words.instead(format.money(line.afterMinor), format.money(line.beforeMinor)),
    ...explained(kind, bill, adjustment, says),
  ];
}

/** The figures of a corrected line in sentences. */
function explained(kind: string, bill: Bill, adjustment: Adjustment, { language, format }: Says): string[] {
  const lines = correctedLines(adjustment);
  const line = lines.find((line) => line.kind === kind);
  if (!line) return [];
  const of = { lines, explanation: adjustment.explanation, tariffs: bill.tariffs };
  return explainLine(line, of).map((part) => sayPart(part, language, inLines({ language, format })));
}

/** Each line that a credit note changes, with the figures of its new amount. */
function creditedLines(bill: Bill, adjustment: Adjustment, says: Says): string[] {
  const { language, format, words } = says;
  return adjustment.lines
    .filter(({ beforeMinor, afterMinor }) => beforeMinor !== afterMinor)
    .map(({ kind, beforeMinor, afterMinor }) =>
      [
        `${lineName(kind, language)}: ${words.instead(format.money(afterMinor), format.money(beforeMinor))}`,
        ...explained(kind, bill, adjustment, says),
      ].join(' · '),
    );
}

/** Paper in Bengali has the Bengali name, if one is kept. */
const nameOf = (bill: Bill, language: Language) =>
  language === 'bn' ? (bill.consumerNameBn ?? bill.consumerName) : bill.consumerName;

function facts(bill: Bill, { format, words, language }: Says, category: string): [string, string][] {
  const { digits } = format;
  return [
    [words.consumer, nameOf(bill, language)],
    [words.place, words.placeOf(digits(bill.sectorNumber), digits(bill.roadNumber), digits(bill.plotNumber))],
    [words.connection, digits(bill.connectionNumber)],
    [words.invoice, digits(bill.number)],
    [words.category, `${category} · ${words.millimetres(format.number(bill.pipeSizeMm))}`],
    [words.issued, format.day(bill.issuedOn)],
  ];
}

/** Dates of a paper are written in full in Bengali; English ones have short months, so that each bill is one page. */
const dayOf = ({ language, format }: Pick<Says, 'language' | 'format'>) =>
  language === 'bn' ? format.day : format.shortDay;
const inLines = (says: Pick<Says, 'language' | 'format'>): PaperFormats => ({
  ...says.format,
  day: dayOf(says),
});

/** Label and value; the day of the later reading is the first that does not count. */
function readings(bill: Bill, says: Says): [string, string][] {
  const { format, words } = says;
  const day = dayOf(says);
  const cubic = (litres: number) => `${format.cubicMetres(litres)} ${words.cubic}`;
  const now = (register: string) => (bill.estimate ? words.estimated(register) : register);
  const days = daysBetween(bill.usedFrom, bill.usedTo);
  const pairs: [string, string | null][] = [
    [words.meter, bill.meterNumber && format.digits(bill.meterNumber)],
    [words.before, bill.previousLitres === null ? null : cubic(bill.previousLitres)],
    [words.now, bill.currentLitres === null ? null : now(cubic(bill.currentLitres))],
    [words.use, cubic(bill.usageLitres)],
    [words.days, words.daysOf(day(bill.usedFrom), day(addDays(bill.usedTo, -1)), format.number(days))],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}

type Bar = { month: string; use: string; share: number; before: number; isNow: boolean };

/** The 12 months up to the bill's, as shares of the highest bar; `before` is the same month a year earlier. */
function bars(bill: Pick<Bill, 'history' | 'period'>, format: PaperFormats): Bar[] {
  const used = new Map(bill.history.map((past) => [past.period, past.usageLitres]));
  const months = Array.from({ length: 12 }, (_, index) => addMonths(bill.period, index - 11));
  const highest = Math.max(1, ...used.values());
  return months.map((month) => {
    const litres = used.get(month);
    return {
      month: format.shortDay(month).split(' ')[1] ?? '',
      use: litres === undefined ? '' : format.digits(String(Math.round(litres / 100) / 10)),
      share: (litres ?? 0) / highest,
      before: (used.get(addMonths(month, -12)) ?? 0) / highest,
      isNow: month === bill.period,
    };
  });
}
