/** What a person may do with a payment: the same in the list's row menu and on its page; the server says what. */
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { decideReversal, type Payment } from '../contract.ts';
import { revalidateGatewayPayment } from '../gateway/contract.ts';
import { downloadReceipt } from './receipts.ts';

export type PaymentAction = { label: string; run: () => unknown; danger?: boolean; reason?: string };

export type PaymentStep = 'reverse' | 'refund' | 'refuse' | 'give-up';

/** @param askReason opens the dialog in which a step gets its reason */
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
    onDone: () => toast('success', t('record.reversed')),
  });
  return (payment) => {
    const { can, reversal, keptBecause } = payment;
    return [
      ...(can.decideReversal
        ? [
            {
              label: t('record.accept_reversal'),
              run: () => decide.run({ body: { reversalId: reversal?.id ?? '', accept: true } }),
            },
            { label: t('record.refuse_reversal'), run: () => askReason(payment, 'refuse') },
          ]
        : []),
      ...(can.giveUpReversal
        ? [{ label: t('given_up.take_back'), run: () => askReason(payment, 'give-up') }]
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
