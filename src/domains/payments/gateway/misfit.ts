/** The one rule by which the bank's words are compared with what we ordered: of its calls and of its answers. */
import type { AlarmKind } from '../alarms/alarm.rules.ts';
import { type Callback, CURRENCY } from './gateway.ts';

/** What does not fit. @param ordered undefined: we have no such order */
export function misfitOf(
  claim: Callback,
  ordered: { orderId: string; merchantId: string; amountMinor: number } | undefined,
): AlarmKind | undefined {
  if (claim.orderId !== ordered?.orderId) return 'ORDER';
  if (claim.merchantId !== ordered.merchantId) return 'MERCHANT';
  if (claim.currency !== CURRENCY) return 'CURRENCY';
  return claim.amountMinor === ordered.amountMinor ? undefined : 'AMOUNT';
}
