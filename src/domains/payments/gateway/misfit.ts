/** The one rule by which the bank's words are compared with what we ordered: of its calls and of its answers. */
import type { AlarmKind } from '../alarms/alarm.rules.ts';
import { type Callback, CURRENCY } from './gateway.ts';

/** What does not fit. @param ordered undefined: we have no such order */
export function misfitOf(
  said: Callback,
  ordered: { orderId: string; merchantId: string; amountMinor: number } | undefined,
): AlarmKind | undefined {
  if (said.orderId !== ordered?.orderId) return 'ORDER';
  if (said.merchantId !== ordered.merchantId) return 'MERCHANT';
  if (said.currency !== CURRENCY) return 'CURRENCY';
  return said.amountMinor === ordered.amountMinor ? undefined : 'AMOUNT';
}
