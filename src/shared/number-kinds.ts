import { toLatinDigits } from './money.ts';

/**
 * Which paper a number belongs to: its first digit, or its first two for the rarer ones, then eight digits that
 * count and a check digit (platform.human_number). A number is never the same for two papers.
 */
export const NUMBER_KINDS = {
  application: 1,
  consumer: 2,
  connection: 3,
  demandNote: 4,
  invoice: 5,
  receipt: 6,
  workOrder: 7,
  ticket: 8,
  adjustment: 91,
  refundVoucher: 92,
  ownershipRequest: 93,
  meterChange: 94,
  leak: 95,
  dispute: 96,
  paymentPlan: 98,
  walletVoucher: 97,
  categoryChange: 99,
  emptyHouse: 90,
} as const;

/** Digits after those of the kind: eight that count and the check digit. */
const COUNTED = 9;

/**
 * Whether a number has the form of one of these series, so that the program gives it, or will: nobody writes such a one
 * by hand, because a search for it would find two papers.
 * @param text Latin digits
 */
export function isOfSeries(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  return Object.values(NUMBER_KINDS).some(
    (kind) => text.startsWith(String(kind)) && text.length === String(kind).length + COUNTED,
  );
}

/**
 * What two numbers are compared by: their letters and digits. OLD77, OLD-77 and old 77 are read out alike, and people group the
 * digits of ours by spaces. The database does the same (platform.number_key).
 */
export const numberKey = (text: string): string =>
  toLatinDigits(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
