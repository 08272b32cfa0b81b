/** What a request tells of a payment of its fee that has no outcome. Pure. */
import type { RequestDetail } from '../contract.ts';
import { isOpenState } from '../ownership.rules.ts';

type Fee = Pick<RequestDetail, 'state' | 'feeMinor' | 'feePaidMinor'>;

/** If the request is over or its fee is paid, nobody pays again, and the money of that payment goes back. */
export function bankTextOf({ state, feeMinor, feePaidMinor }: Fee, { isSetAside }: { isSetAside: boolean }) {
  const isWaitedFor = isOpenState(state) && feePaidMinor < feeMinor;
  if (isSetAside) return isWaitedFor ? 'fee_looked_at' : 'fee_looked_at_over';
  return isWaitedFor ? 'fee_at_bank' : 'fee_at_bank_over';
}
