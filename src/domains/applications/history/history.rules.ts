/** What a history can be narrowed by. */

/** The kinds of entries, in the order of the chips. */
export const GROUPS = ['steps', 'papers', 'payments', 'messages', 'visits'] as const;
export type Group = (typeof GROUPS)[number];

const BY_ACTION: Readonly<Record<string, Group>> = {
  message: 'messages',
  visit: 'visits',
  attach: 'papers',
  'check-document': 'papers',
  pay: 'payments',
  'take-back-payment': 'payments',
  'withdraw-paid': 'payments',
  refund: 'payments',
};

/**
 * The chip that shows an entry.
 * @param entry its action; `details.kind` is there if it is about a document
 */
export function groupOf(entry: {
  action: string;
  details: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}): Group {
  const isPaper = entry.details.kind !== undefined && entry.action !== 'message';
  return BY_ACTION[entry.action] ?? (isPaper ? 'papers' : 'steps');
}
