/** What the person at the sandbox bank's page chooses: the decision, and how the bank tells of it. */
export const DECISIONS = ['approve', 'decline', 'cancel'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * plain: one call. delay: decided later.`lie`: declined, but the browser is sent to the approved page. repeat: the
 * same call a hundred times. wrong-amount: the bank took another amount. silent: no call at all.
 */
export const MANNERS = ['plain', 'delay', 'lie', 'repeat', 'wrong-amount', 'silent'] as const;
export type Manner = (typeof MANNERS)[number];
