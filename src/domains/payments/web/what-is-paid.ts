/** What a payment is for: as the address of a page names it, and the call that pays it. */
import { useEffect } from 'react';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { loadTexts, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { makePayment, type Payment, payDemandNote, payOwnershipFee, payWorkOrder } from '../contract.ts';
import type { Payable } from '../payables/contract.ts';

export type PayTarget = {
  connectionId?: string;
  applicationId?: string;
  workOrderId?: string;
  ownershipRequestId?: string;
};

const NAMES = {
  CONNECTION: 'connectionId',
  DEMAND_NOTE: 'applicationId',
  WORK_ORDER: 'workOrderId',
  OWNERSHIP: 'ownershipRequestId',
} as const;
type Named = Pick<Payable, 'kind' | 'id'>;

export const targetOf = ({ kind, id }: Named): PayTarget => ({ [NAMES[kind]]: id });

/** What the address names; null if it names nothing. */
export function usePayTarget(): PayTarget | null {
  const query = useUrlQuery();
  const name = Object.values(NAMES).find((known) => query[known]);
  return name ? { [name]: query[name] } : null;
}

export type PayCall =
  | typeof makePayment
  | typeof payDemandNote
  | typeof payWorkOrder
  | typeof payOwnershipFee;

/** What is paid at once: there is no amount to choose. */
export const isPaidWhole = (kind: Payable['kind']): boolean => kind === 'WORK_ORDER' || kind === 'OWNERSHIP';

/** What the call refuses is told in the words of the domain that keeps what is paid: they are here before it is sent. */
export function useRefusalTexts(kind: Payable['kind']): void {
  useEffect(() => {
    if (kind === 'DEMAND_NOTE') void loadTexts('applications').catch(() => undefined);
    if (kind === 'WORK_ORDER') void loadTexts('work-orders').catch(() => undefined);
    if (kind === 'OWNERSHIP') void loadTexts('ownership').catch(() => undefined);
  }, [kind]);
}

export const useIsHousehold = (): boolean => useProfile()?.role === 'consumer';

/** What a household asked for is its repair request; the office calls it a work order. */
export function usePayableNames() {
  const isHousehold = useIsHousehold();
  return (kind: Payable['kind']) =>
    kind === 'WORK_ORDER' && isHousehold ? ('pay.request' as const) : (`take.${kind}` as const);
}

const KINDS = {
  INVOICE: 'CONNECTION',
  APPLICATION_SURVEY: 'DEMAND_NOTE',
  WORK_ORDER_SURVEY: 'WORK_ORDER',
  OWNERSHIP_CHANGE: 'OWNERSHIP',
} as const satisfies Record<Exclude<Payment['source'], 'WALLET_RECHARGE'>, Payable['kind']>;

/** What a payment is for, with its number. */
export function usePaidFor(): (payment: Pick<Payment, 'source' | 'targetNumber'>) => string {
  const t = useTexts('payments');
  const { digits } = useFormats();
  const nameOf = usePayableNames();
  return ({ source, targetNumber }) =>
    source === 'WALLET_RECHARGE'
      ? t('methods.WALLET')
      : t(nameOf(KINDS[source]), { number: digits(targetNumber) });
}

/** The call, and what it sends beside the form. */
export function callOf({ kind, id }: Named): { call: PayCall; extra: Record<string, string> } {
  if (kind === 'CONNECTION') return { call: makePayment, extra: { connectionId: id } };
  if (kind === 'DEMAND_NOTE') return { call: payDemandNote, extra: { applicationId: id } };
  if (kind === 'OWNERSHIP') return { call: payOwnershipFee, extra: { requestId: id } };
  return { call: payWorkOrder, extra: { orderId: id } };
}

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
