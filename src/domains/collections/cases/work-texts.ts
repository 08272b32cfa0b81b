/** What the crews read in the work orders of collections; the office reads it too. */
import { formatsOfPapers } from '#shared/format.ts';

const write = formatsOfPapers({ language: 'en', bengaliDigits: false });

export const disconnectText = (dueMinor: number, remark: string): string =>
  `Disconnect: ${write.money(dueMinor)} is late. Read the meter before you cut off the water, and leave it in its place. If the household shows a receipt, do not disconnect: call the office. ${remark}`.trim();

export const reconnectText = (day: string): string =>
  `Connect the water again: the late bills are paid. It was cut off on ${write.day(day)}. Read the meter before.`;

export const CANCELLED_TEXT: Readonly<Record<string, string>> = {
  paid: 'The late bills are paid.',
  held: 'The late bills are disputed or paid by a plan.',
  exempt: 'The connection is exempt from disconnection.',
  below_least: 'What is late is less than the least amount.',
  connection_closed: 'The connection is closed.',
  switched_off: 'The dunning ladder is switched off.',
};
export const CHEQUE_WAITS =
  'A cheque for the late bills is at the bank. If it comes back, the office decides again.';
export const LATE_AGAIN = 'The bills are late again: a payment was taken back.';
