/** What the person at the sandbox bank's page chooses: the decision, and how the bank tells of it. */
import type { GatewayName } from '#shared/gateway-names.ts';

export const DECISIONS = ['approve', 'decline', 'cancel'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * plain: one call. delay: decided later. late: decided after the order ran out. `lie`: declined, but the browser is sent to the approved
 * page. repeat: the same call a hundred times. wrong-…: the bank took another amount, or names another currency, order or merchant.
 * bad-signature: its call is not signed by it. silent: no call at all. risky: taken, and held.
 */
export const MANNERS = [
  'plain',
  'delay',
  'late',
  'lie',
  'repeat',
  'wrong-amount',
  'wrong-currency',
  'wrong-order',
  'wrong-merchant',
  'bad-signature',
  'silent',
  'risky',
] as const;
export type Manner = (typeof MANNERS)[number];

/** What makes no difference at a gateway: without calls of its own, or without the word in its contract. */
const MEANS_NOTHING: Partial<Record<GatewayName, readonly Manner[]>> = {
  'city-bank': ['repeat', 'bad-signature', 'risky'],
  bkash: ['repeat', 'bad-signature', 'risky', 'wrong-merchant'],
};

/** Those that the page of a gateway offers. */
export const mannersOf = (gateway: GatewayName): readonly Manner[] =>
  MANNERS.filter((manner) => !MEANS_NOTHING[gateway]?.includes(manner));
