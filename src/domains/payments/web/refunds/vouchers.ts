/** The voucher in the language of the screen. */
import { startDownload } from '#web/calls/downloads.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Refund, refundVoucher } from '../../refunds/contract.ts';

export function downloadVoucher(refund: Refund, language: Language): void {
  const input = { params: { id: refund.id }, query: { language } };
  void startDownload(refundVoucher, input, `refund-${refund.number}.pdf`);
}
