/** What a person may do with a refund case: the same in the list's row menu and on its page; the server says what. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Refund } from '../../refunds/contract.ts';
import type { RefundStep } from './refund-dialogs.tsx';
import { downloadVoucher } from './vouchers.ts';

type RefundAction = { label: string; run: () => unknown; danger?: boolean };

/** @param begin opens the dialog of a step */
export function useRefundActions(
  begin: (refund: Refund, step: RefundStep) => void,
): (refund: Refund) => RefundAction[] {
  const t = useTexts('payments');
  const language = useLanguage();
  return (refund) => {
    const { can } = refund;
    const step = (label: string, which: RefundStep, danger = false): RefundAction => ({
      label,
      danger,
      run: () => begin(refund, which),
    });
    return [
      ...(can.decide
        ? [step(t('refunds.approve'), 'approve'), step(t('refunds.refuse'), 'refuse', true)]
        : []),
      ...(can.giveUp ? [step(t('given_up.take_back'), 'give-up', true)] : []),
      ...(can.pay ? [step(t('refunds.pay'), 'pay')] : []),
      ...(can.withdraw ? [step(t('refunds.withdraw'), 'withdraw')] : []),
      ...(can.giveUpChange ? [step(t('given_up.take_back'), 'give-up-change', true)] : []),
      ...(can.return ? [step(t('refunds.came_back'), 'return')] : []),
      ...(can.voucher
        ? [{ label: t('refunds.voucher_pdf'), run: () => downloadVoucher(refund, language) }]
        : []),
      ...(can.open ? [step(t('refunds.again'), 'again')] : []),
    ];
  };
}
