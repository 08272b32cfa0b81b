import { useTexts } from '#web/texts/texts.ts';
import type { Payment } from '../contract.ts';

/** What the page says of money that paid nothing: it goes back, and what is still asked for instead. */
export function useOwedBack(): (payment: Pick<Payment, 'stillDue'>) => string {
  const t = useTexts('payments');
  return ({ stillDue }) => {
    if (!stillDue) return t('history.own_owed_back');
    const { amountMinor: amount, until } = stillDue;
    return until
      ? t('history.own_other_sum_until', { amount, day: until })
      : t('history.own_other_sum', { amount });
  };
}
