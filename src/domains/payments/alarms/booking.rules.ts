/** What becomes of money that the bank took if it is booked: told before somebody asks for it. As `settleMoney` does it. */

export const BOOKING_TARGETS = [
  'CONNECTION',
  'TAKEN_OVER',
  'DEMAND_NOTE',
  'WORK_ORDER',
  'OWNERSHIP',
  'WALLET',
] as const;
export type BookingTarget = {
  /** TAKEN_OVER: bills of a connection that the payer took over. */
  kind: (typeof BOOKING_TARGETS)[number];
  /** What is to be paid now; 0 if nothing is taken any more. */
  dueMinor: number;
  /** Less than all of it may be paid. */
  takesPart: boolean;
};
/** NOTHING_DUE, TOO_LITTLE, TOO_MUCH: nothing is paid with it, all of it goes back. */
export type BookingEffect = {
  what: 'PAYS_ALL' | 'LEAVES_REST' | 'ADVANCE' | 'INTO_WALLET' | 'NOTHING_DUE' | 'TOO_LITTLE' | 'TOO_MUCH';
  /** What stays open, is kept, or goes back. */
  amountMinor: number;
};

export function effectOf({ kind, dueMinor, takesPart }: BookingTarget, amountMinor: number): BookingEffect {
  if (kind === 'WALLET') return { what: 'INTO_WALLET', amountMinor };
  const rest = dueMinor - amountMinor;
  if (rest === 0) return { what: 'PAYS_ALL', amountMinor };
  if (rest > 0 && takesPart) return { what: 'LEAVES_REST', amountMinor: rest };
  if (rest > 0) return { what: 'TOO_LITTLE', amountMinor };
  if (kind === 'CONNECTION') return { what: 'ADVANCE', amountMinor: -rest };
  return { what: dueMinor > 0 ? 'TOO_MUCH' : 'NOTHING_DUE', amountMinor };
}
