/** What a request tells of a payment of its fee that has no outcome. Pure. */
import type { RequestDetail } from '../contract.ts';
import { isOpenState } from '../ownership.rules.ts';

type Fee = Pick<RequestDetail, 'state' | 'feeMinor' | 'feePaidMinor'>;

/** If the request is over or its fee is paid, nobody pays again, and the money of that payment goes back. */
export function bankTextOf({ state, feeMinor, feePaidMinor }: Fee, { isSetAside }: { isSetAside: boolean }) {
  if (!isOpenState(state) || feePaidMinor === feeMinor) return 'fee_at_bank_over';
  return isSetAside ? 'fee_looked_at' : 'fee_at_bank';
}
