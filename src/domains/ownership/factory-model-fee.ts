/**
 * The fee of a request, once more and in another way than the program: paid at the counter, taken back, owed back. The random commands are
 * judged by it. What comes through the bank is asked of in fee/.
 */
export type FeeInput = { act: 'pay fee'; amount: 'whole' | 'less' } | { act: 'take-back' };
export type FeeModel = {
  state: string;
  /** Poisha: what the change costs, and what is paid of it. */
  fee: number;
  feePaid: number;
  /** At the counter, the last one last. */
  receipts: ('paid' | 'taken back')[];
  /** Cases that were opened because the request ended. */
  refunds: number;
};

const TAKERS = ['cashier', 'admin', 'second'];
const REVERSERS = ['admin', 'second', 'clerk', 'colleague'];

/** A change without a fee leads on at once. */
export const stateAfterReading = ({ fee, feePaid }: FeeModel) =>
  fee === feePaid ? ('READY_TO_APPROVE' as const) : ('READY_TO_PAY' as const);

/** What the page of this person says about the two steps of the fee. */
export function feeButtons(by: string, isParty: boolean, { state, feePaid }: FeeModel) {
  const pays = isParty || by === 'admin' || by === 'second';
  const takesBack = REVERSERS.includes(by) && feePaid > 0;
  return {
    pay: pays && state === 'READY_TO_PAY' ? 'yes' : 'no',
    'take-back': takesBack && state === 'READY_TO_APPROVE' ? 'yes' : 'no',
  };
}

type Change<S> = Partial<Omit<FeeModel, 'state'>> & { state: S };

/** What the act changes, or the code of its refusal; undefined: there is nothing to take back. */
export function afterFee(
  input: FeeInput,
  by: string,
  model: FeeModel,
  seen: FeeModel,
): Change<'READY_TO_APPROVE' | 'READY_TO_PAY'> | string | undefined {
  if (input.act === 'pay fee') {
    if (!TAKERS.includes(by)) return 'common.not_permitted';
    if (model.state !== 'READY_TO_PAY') return 'ownership.wrong_state';
    if (input.amount === 'less') return 'ownership.fee_whole';
    return { state: 'READY_TO_APPROVE', feePaid: model.fee, receipts: [...model.receipts, 'paid'] };
  }
  const last = seen.receipts.length - 1;
  if (last < 0) return undefined;
  if (!REVERSERS.includes(by)) return 'common.not_permitted';
  if (model.receipts[last] === 'taken back') return 'payments.not_reversible';
  if (model.state !== 'READY_TO_APPROVE') return 'ownership.wrong_state';
  const receipts = model.receipts.map((receipt, index) => (index === last ? 'taken back' : receipt));
  return { state: 'READY_TO_PAY', feePaid: 0, receipts };
}

/** The request ends without a change. */
export const feeOfEnded = ({ feePaid, refunds }: FeeModel) => ({
  feePaid: 0,
  refunds: refunds + (feePaid > 0 ? 1 : 0),
});
