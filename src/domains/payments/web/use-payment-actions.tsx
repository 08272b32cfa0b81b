/** What a person may do with a payment: the same in the list's row menu and on its page; the server says what. */
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { decideReversal, type Payment } from '../contract.ts';
import { revalidateGatewayPayment } from '../gateway/contract.ts';
import { downloadReceipt } from './receipts.ts';

export type PaymentAction = { label: string; run: () => unknown; danger?: boolean; reason?: string };

export type PaymentStep = 'reverse' | 'refund';

/** @param askReason opens the dialog in which a reversal or a refund gets its reason */
export function usePaymentActions(
  askReason: (payment: Payment, step: PaymentStep) => void,
): (payment: Payment) => PaymentAction[] {
  const t = useTexts('payments');
  const language = useLanguage();
  const atCounter = useMay()('payments:take');
  const revalidate = useAction(revalidateGatewayPayment, {
    onDone: ({ state }) => toast('success', t('record.revalidated', { state: t(`states.${state}`) })),
  });
  const decide = useAction(decideReversal, {
    onDone: ({ state }) =>
      toast('success', t(state === 'REVERSED' ? 'record.reversed' : 'record.reversal_refused')),
  });
  return (payment) => {
    const { can, reversal, keptBecause } = payment;
    const decision = (accept: boolean) => () =>
      decide.run({ body: { reversalId: reversal?.id ?? '', accept } });
    return [
      ...(can.decideReversal
        ? [
            { label: t('record.accept_reversal'), run: decision(true) },
            { label: t('record.refuse_reversal'), run: decision(false) },
          ]
        : []),
      ...(can.receipt
        ? [
            { label: t('record.receipt_pdf'), run: () => downloadReceipt(payment, language) },
            ...(atCounter
              ? [{ label: t('record.receipt_roll'), run: () => downloadReceipt(payment, language, '80mm') }]
              : []),
          ]
        : []),
      ...(can.revalidate
        ? [{ label: t('record.revalidate'), run: () => revalidate.run({ params: { id: payment.id } }) }]
        : []),
      ...(can.refund ? [{ label: t('refunds.open'), run: () => askReason(payment, 'refund') }] : []),
      ...(can.reverse
        ? [{ label: t('record.reverse'), danger: true, run: () => askReason(payment, 'reverse') }]
        : []),
      ...(keptBecause
        ? [{ label: t('record.reverse'), reason: t(`reverse.kept.${keptBecause}`), run: () => undefined }]
        : []),
    ];
  };
}
