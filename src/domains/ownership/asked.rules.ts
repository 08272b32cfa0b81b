/** What a running change asks of each of its two owners: the first page of a household loads this file and no other one of ownership. */
import type { OpenState, Side } from './ownership.rules.ts';

export const ASKED = [
  ...(['AGREE', 'OTHER_AGREES', 'PAPERS', 'CORRECT', 'OTHER_CORRECTS'] as const),
  // Open bills, which the present owner pays first; the fee, which either owner pays.
  ...(['PAY', 'OTHER_PAYS', 'FEE', 'OFFICE'] as const),
] as const;
export type Asked = (typeof ASKED)[number];

/** The owner has to do something themselves. */
export const isAskedNow = (asked: Asked): boolean =>
  ['AGREE', 'PAPERS', 'CORRECT', 'PAY', 'FEE'].includes(asked);

type Running = {
  state: OpenState;
  /** Of the owner who is asked. */
  hasAgreed: boolean;
  isAsker: boolean;
  lacksPapers: boolean;
  side: Side;
  /** Bills are open that the new owner does not take over: the change is not accepted before they are paid. */
  hasDues: boolean;
};

export function askedOf(running: Running): Asked {
  const step = stepOf(running);
  // The bills are the present owner's alone, so they come before the fee.
  const isPaying = step === 'FEE' && running.side === 'PRESENT';
  if (!running.hasDues || (isAskedNow(step) && !isPaying)) return step;
  if (running.side === 'PRESENT') return 'PAY';
  // The new owner is told only when nothing else is left to wait for.
  return running.state === 'DOCS_VERIFIED' || running.state === 'READY_TO_APPROVE' ? 'OTHER_PAYS' : step;
}

function stepOf({ state, hasAgreed, isAsker, lacksPapers }: Running): Asked {
  if (state === 'REQUESTED') return hasAgreed ? 'OTHER_AGREES' : 'AGREE';
  if (state === 'RECORRECTION') return isAsker ? 'CORRECT' : 'OTHER_CORRECTS';
  if (state === 'READY_TO_PAY') return 'FEE';
  return state === 'CONSENTED' && lacksPapers ? 'PAPERS' : 'OFFICE';
}
