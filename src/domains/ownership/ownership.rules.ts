/**
 * The states of a request to change the owner of a connection (domain.md §5.5), in one table: the server, the buttons, the tests and
 * the printed README read it.
 */
import type { Permission } from '#shared/permissions.ts';

export const REQUEST_STATES = [
  'REQUESTED',
  'CONSENTED',
  'RECORRECTION',
  'DOCS_VERIFIED',
  'READY_TO_PAY',
  'READY_TO_APPROVE',
  'COMPLETED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const OPEN_STATES = [
  'REQUESTED',
  'CONSENTED',
  'RECORRECTION',
  'DOCS_VERIFIED',
  'READY_TO_PAY',
  'READY_TO_APPROVE',
] as const satisfies readonly RequestState[];
export type OpenState = (typeof OPEN_STATES)[number];
export const isOpenState = (state: RequestState): state is OpenState =>
  OPEN_STATES.some((known) => known === state);

/** Why a connection gets another owner. */
export const CAUSES = ['SALE', 'INHERITANCE', 'GIFT', 'ALLOTMENT', 'COURT'] as const;
export type Cause = (typeof CAUSES)[number];

/** The present owner and the new one. */
export const SIDES = ['PRESENT', 'NEW'] as const;
export type Side = (typeof SIDES)[number];

/** Within these days the other party has to agree, and who asked has to correct. */
export const DAYS_TO_ANSWER = 14;
/** So many codes one owner of a request gets. */
export const CODES = 5;

export type RequestAction =
  | 'edit'
  | 'document'
  | 'remove-document'
  | 'send-code'
  | 'agree'
  | 'override'
  | 'verify'
  | 'return'
  | 'resubmit'
  | 'read'
  | 'pay'
  | 'pay-late'
  | 'take-back'
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'expire';

type Transition = {
  from: readonly RequestState[];
  /** Without one the state stays. */
  to?: RequestState;
  /** The state that it leads to if an owner has not agreed, or not to what is asked now. */
  unagreed?: RequestState;
  /** The state that it leads to as long as the fee is not paid. */
  unpaid?: RequestState;
  /** What people of the office need; null: only the product itself. */
  permission: Permission | null;
  /** asker: who asked, too. parties: both owners, too. */
  consumers?: 'asker' | 'parties';
  /** What both owners need beside being one of them. */
  consumersNeed?: Permission;
};

export const TRANSITIONS: Readonly<Record<RequestAction, Transition>> = {
  edit: { from: ['REQUESTED', 'RECORRECTION'], permission: 'ownership:request', consumers: 'asker' },
  document: {
    from: ['REQUESTED', 'CONSENTED', 'RECORRECTION'],
    permission: 'ownership:request',
    consumers: 'parties',
  },
  // Only what they brought themselves and nobody has looked at.
  'remove-document': {
    from: ['REQUESTED', 'CONSENTED', 'RECORRECTION'],
    permission: 'ownership:request',
    consumers: 'parties',
  },
  'send-code': { from: ['REQUESTED'], permission: 'ownership:request', consumers: 'parties' },
  // Leads to CONSENTED when the second of the two agrees.
  agree: {
    from: ['REQUESTED'],
    to: 'CONSENTED',
    unagreed: 'REQUESTED',
    permission: 'ownership:request',
    consumers: 'parties',
  },
  override: {
    from: ['REQUESTED'],
    to: 'CONSENTED',
    unagreed: 'REQUESTED',
    permission: 'ownership:override',
  },
  verify: { from: ['CONSENTED'], to: 'DOCS_VERIFIED', permission: 'ownership:verify' },
  return: {
    from: ['CONSENTED', 'DOCS_VERIFIED', 'READY_TO_PAY', 'READY_TO_APPROVE'],
    to: 'RECORRECTION',
    permission: 'ownership:verify',
  },
  resubmit: {
    from: ['RECORRECTION'],
    to: 'CONSENTED',
    unagreed: 'REQUESTED',
    permission: 'ownership:request',
    consumers: 'asker',
  },
  read: {
    from: ['DOCS_VERIFIED', 'READY_TO_PAY', 'READY_TO_APPROVE'],
    to: 'READY_TO_APPROVE',
    unpaid: 'READY_TO_PAY',
    permission: 'ownership:verify',
  },
  // Payments takes the money, posts it and takes these two steps in the same transaction.
  pay: {
    from: ['READY_TO_PAY'],
    to: 'READY_TO_APPROVE',
    permission: 'ownership:pay-counter',
    consumers: 'parties',
    consumersNeed: 'ownership:pay-online',
  },
  // Money that was on the way when the request was sent back for a correction: it keeps it.
  'pay-late': { from: ['REQUESTED', 'CONSENTED', 'RECORRECTION', 'DOCS_VERIFIED'], permission: null },
  'take-back': { from: ['READY_TO_APPROVE'], to: 'READY_TO_PAY', permission: 'payments:reverse' },
  accept: { from: ['READY_TO_APPROVE'], to: 'COMPLETED', permission: 'ownership:accept' },
  reject: { from: OPEN_STATES, to: 'REJECTED', permission: 'ownership:accept' },
  withdraw: { from: OPEN_STATES, to: 'WITHDRAWN', permission: 'ownership:request', consumers: 'parties' },
  expire: { from: ['REQUESTED', 'RECORRECTION'], to: 'EXPIRED', permission: null },
};
/** Steps of the office that a list offers beside the request, the one that leads on first. */
export const MOVES = [
  'override',
  'verify',
  'read',
  'pay',
  'accept',
  'return',
  'reject',
] as const satisfies readonly RequestAction[];
export type Move = (typeof MOVES)[number];
export const REQUEST_ACTIONS = Object.keys(TRANSITIONS) as RequestAction[];

export type Who = {
  kind: 'staff' | 'consumer' | 'system' | 'anonymous';
  permissions: ReadonlySet<Permission>;
  userId: string | null;
};
export type Facts = {
  state: RequestState;
  /** Account of who asked. */
  askedBy: string;
  /** Which of the two owners the person is, if one of them. */
  side: Side | null;
  verifiedBy: string | null;
  /** Who noted the reading and what the new owner takes over. */
  readBy: string | null;
  /** Who of the office agreed for an owner, with a reason. */
  overriddenBy: readonly string[];
  /** Poisha of the fee that are paid. */
  feePaidMinor: number;
};

/**
 * Why somebody may not take an action, or null.
 * @returns not_permitted: never theirs; wrong_state: not now; own_check: who agreed for an owner, checked the
 *   papers or noted the handover does not accept the change
 */
export function refusalOf(
  action: RequestAction,
  facts: Facts,
  who: Who,
): 'not_permitted' | 'wrong_state' | 'own_check' | null {
  const { from, permission, consumers, consumersNeed } = TRANSITIONS[action];
  if (who.kind === 'consumer') {
    const isTheirs = consumers === 'parties' ? facts.side !== null : facts.askedBy === who.userId;
    if (!consumers || !isTheirs) return 'not_permitted';
    if (consumersNeed && !who.permissions.has(consumersNeed)) return 'not_permitted';
  } else if (who.kind !== 'system' && (permission === null || !who.permissions.has(permission))) {
    return 'not_permitted';
  }
  const isFree = action === 'take-back' && facts.feePaidMinor === 0;
  const isPaid = action === 'pay-late' && facts.feePaidMinor > 0;
  if (!from.includes(facts.state) || isFree || isPaid) return 'wrong_state';
  const own = [facts.verifiedBy, facts.readBy, ...facts.overriddenBy];
  const isOwn = who.userId !== null && own.includes(who.userId);
  return action === 'accept' && isOwn ? 'own_check' : null;
}

/** The papers of a change, by the specification's names (§3). */
export const PAPER_KINDS = [
  'deed_paper',
  'mutation_paper',
  'transfer_of_possession_copy',
  'allotment_letter',
  'power_of_attorney',
  'Owner_nid_front',
  'Owner_nid_back',
  'Applicant_nid_front',
  'Applicant_nid_back',
  'Other_documents',
] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
/** One of these shows who the owner is now. */
export const TITLE_PAPERS: readonly PaperKind[] = [
  'deed_paper',
  'mutation_paper',
  'transfer_of_possession_copy',
  'allotment_letter',
];

/** Of the papers of a request: one is missing, they wait for the check, or they were checked. */
export const PAPERS_STATES = ['MISSING', 'UNCHECKED', 'CHECKED'] as const;
export type PapersState = (typeof PAPERS_STATES)[number];
/** So many papers go with a request; more are added to it afterwards. */
export const PAPERS_ASKED_WITH = 10;

/** What is missing before the papers can be checked. The new owner's national ID is `Applicant_nid_front`. */
export function missingPapers(kinds: readonly PaperKind[]): ('title' | 'nid')[] {
  return [
    ...(kinds.some((kind) => TITLE_PAPERS.includes(kind)) ? [] : (['title'] as const)),
    ...(kinds.includes('Applicant_nid_front') ? [] : (['nid'] as const)),
  ];
}
