/** A case as the program looks at it, locked, with its orders. */
import type { MoneyAtBank, OrderEnded } from '#domains/work-orders/points.ts';
import { OPEN_STATES, type OrderState } from '#domains/work-orders/work-order.rules.ts';
import type { CaseState } from './case.rules.ts';

export type Told = { ended: OrderEnded; atBank: MoneyAtBank };
export type Looked = {
  id: string;
  connectionId: string;
  state: CaseState;
  stateOn: string;
  dueMinor: number;
  approvedBy: string | null;
  approvedByName: string | null;
  disconnectedOn: string | null;
  order: Work | null;
  reconnection: Work | null;
};
export type Work = { id: string; state: OrderState; version: number; paidMinor: number; isStarted: boolean };

export const isOpen = ({ state }: Work): boolean => (OPEN_STATES as readonly OrderState[]).includes(state);
