/** What the person at the sandbox bank's page chooses: the decision, and how the bank tells of it. */
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
