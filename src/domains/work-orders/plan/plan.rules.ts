/** The board and the calendar of the orders in process: what of them is shown at once. */
import type { OrderAction } from '../work-order.rules.ts';

/** Cards of a column of the board; what is beyond them is in the list. */
export const BOARD_CARDS = 50;

/** Orders of a day of the calendar; what is beyond them is in the list. */
export const DAY_ORDERS = 50;
/** Days that one call answers: a month as calendars draw it, and some. */
export const MOST_DAYS = 45;

/** The steps that a card offers, if the server allows them. */
export const MOVES = [
  'arrive',
  'complete',
  'assign',
  'pause',
  'resume',
  'unassign',
  'cancel',
] as const satisfies readonly OrderAction[];
export type Move = (typeof MOVES)[number];
