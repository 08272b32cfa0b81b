/** The settlement file of a gateway: how its rows are read, and what they are beside the books. */
import { daySchema } from '#shared/dates.ts';
import { parseTaka, toLatinDigits } from '#shared/money.ts';

/**
 * What a row of the bank is beside the books. THEIRS: the bank has it and the books do not; OURS: the other way. TWICE: a further
 * payment of one order. REPEATED: an earlier row, of this file or another one, is the same movement, so this one counts for nothing.
 */
export const BANK_CLASSES = [
  'AGREES',
  'AMOUNT',
  'THEIRS',
  'OURS',
  'REVERSED',
  'TWICE',
  'FEE',
  'NOT_PAID',
  'REPEATED',
] as const;
export type BankClass = (typeof BANK_CLASSES)[number];

/** OPEN: a difference that nobody has taken up. ALARM: it is in the work list. ENDED: two people ended it. FINE: no difference. */
export const ROW_STATUSES = ['OPEN', 'ALARM', 'ENDED', 'FINE'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const ROW_KINDS = ['PAID', 'REVERSED', 'NOT_PAID', 'FEE'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export const BANK_FILE_STATES = ['READ', 'ASKED', 'POSTED', 'GIVEN_UP'] as const;
export type BankFileState = (typeof BANK_FILE_STATES)[number];

export const BANK_FIELDS = [
  'reference',
  'orderId',
  'paymentNumber',
  'amount',
  'fee',
  'day',
  'state',
] as const;
export type BankField = (typeof BANK_FIELDS)[number];

/** How the file of a gateway is written (payments.bank_formats). */
export type BankFormat = {
  columns: Record<BankField, readonly string[]>;
  states: Readonly<Record<string, RowKind>>;
};
export type BankColumns = Partial<Record<BankField, number>>;

export type BankRow = {
  rowNo: number;
  cells: readonly string[];
  kind: RowKind;
  reference: string;
  orderId: string | null;
  paymentNumber: string | null;
  amountMinor: number;
  feeMinor: number;
  day: string;
};
export type RowProblem = { row: number; field: BankField; value: string; code: string };

const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** In which column each field is. If several titles of the file name it, the first of them in the format does, also further right. */
export function columnsOf({ columns }: BankFormat, titles: readonly string[]): BankColumns {
  const known = titles.map(plain);
  const found: BankColumns = {};
  for (const field of BANK_FIELDS) {
    const title = columns[field].find((wanted) => known.includes(wanted));
    if (title !== undefined) found[field] = known.indexOf(title);
  }
  return found;
}

/** The first field without which the file cannot be read; undefined if it has all of them. */
export function missingField(columns: BankColumns): BankField | undefined {
  const needed: readonly BankField[] = ['amount', 'day'];
  const absent = needed.find((field) => columns[field] === undefined);
  if (absent) return absent;
  return columns.orderId === undefined && columns.reference === undefined ? 'orderId' : undefined;
}

/** Which of the first rows holds the titles: a bank writes lines above them. */
export function titleRow(format: BankFormat, rows: readonly (readonly string[])[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => missingField(columnsOf(format, row)) === undefined),
  );
}

/** A row below the payments without any of the fields that name one: the bank's own sums. */
export const isBlank = (columns: BankColumns, cells: readonly string[]): boolean =>
  [columns.orderId, columns.reference, columns.day].every(
    (at) => at === undefined || (cells[at] ?? '').trim() === '',
  );

const CUT_NUMBER = /^\d(\.\d+)?e\+\d+$/i;

function dayOf(text: string): string | undefined {
  const [date = ''] = toLatinDigits(text).trim().split(/[ T]/);
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? [];
  const [, last, middle, first] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(date) ?? [];
  const parts = year ? [year, month, day] : [first, middle, last];
  const iso = parts.map((part = '') => part.padStart(2, '0')).join('-');
  return daySchema.safeParse(iso).success ? iso : undefined;
}

/** Our own CSV files, and careful banks, put an apostrophe before what a spreadsheet would run as a formula. */
const cellOf = (cells: readonly string[], at: number | undefined) =>
  (at === undefined ? '' : (cells[at] ?? '')).normalize('NFC').trim().replace(/^'/, '').slice(0, 100);

/** @param today no payment of a settlement file is of a later day */
export function readRow(
  { row, cells }: { row: number; cells: readonly string[] },
  columns: BankColumns,
  { states, today }: Pick<BankFormat, 'states'> & { today: string },
): { read: BankRow } | { problems: RowProblem[] } {
  const text = (field: BankField) => cellOf(cells, columns[field]);
  const problems: RowProblem[] = [];
  const wrong = (field: BankField, code: string) => problems.push({ row, field, value: text(field), code });
  const kind = columns.state === undefined ? 'PAID' : states[text('state').toLowerCase()];
  if (!kind) wrong('state', 'payments.bank_state_unknown');
  const orderId = text('orderId') || null;
  const reference = text('reference') || orderId || '';
  if (!reference) wrong(columns.reference === undefined ? 'orderId' : 'reference', 'common.required');
  for (const field of ['reference', 'orderId'] as const)
    if (CUT_NUMBER.test(text(field))) wrong(field, 'payments.bank_number_cut');
  const day = dayOf(text('day'));
  if (!day || day > today) wrong('day', 'payments.bank_day_wrong');
  const amount = kind === 'FEE' && text('amount') === '' ? 0 : parseTaka(text('amount'));
  // What was given back may be written as less than nothing.
  const isTurned = kind === 'REVERSED' || kind === 'FEE';
  if (amount === undefined || (amount < 0 && !isTurned) || (amount === 0 && kind === 'PAID'))
    wrong('amount', 'payments.bank_amount_wrong');
  const fee = text('fee') === '' ? 0 : parseTaka(text('fee'));
  if (fee === undefined) wrong('fee', 'payments.bank_amount_wrong');
  if (problems.length > 0 || !kind || !day || amount === undefined || fee === undefined) return { problems };
  // A line of fees says the fee as its amount.
  const isFee = kind === 'FEE';
  const feeMinor = isFee && fee === 0 ? Math.abs(amount) : fee;
  const paymentNumber = toLatinDigits(text('paymentNumber')) || null;
  const amountMinor = isFee ? 0 : Math.abs(amount);
  return { read: { rowNo: row, cells, kind, reference, orderId, paymentNumber, amountMinor, feeMinor, day } };
}
