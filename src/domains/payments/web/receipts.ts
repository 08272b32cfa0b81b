/** Downloads of a receipt in the language of the screen. */
import { startDownload } from '#web/calls/downloads.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Payment, paymentReceipt } from '../contract.ts';

export function downloadReceipt(payment: Payment, language: Language, paper: 'a4' | '80mm' = 'a4'): void {
  const input = { params: { id: payment.id }, query: { language, paper } };
  void startDownload(paymentReceipt, input, `receipt-${payment.receiptNumber}.pdf`);
}
