/**
 * The states of a request to change a meter (domain.md §5.3), in one table: the server, the buttons and the tests read it. Who asks and who
 * decides are two people.
 */
import type { Permission } from '#shared/permissions.ts';

export const CHANGE_STATES = ['REQUESTED', 'RETURNED', 'ACCEPTED', 'REFUSED', 'WITHDRAWN'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const CHANGE_CAUSES = [
  'STOPPED',
  'DAMAGED',
  'UNREADABLE',
  'INACCURATE',
  'TAMPERED',
  'OLD',
  'SIZE',
] as const;
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

export const CHANGE_MOVES = ['accept', 'refuse', 'return', 'resend', 'withdraw'] as const;
export type ChangeMove = (typeof CHANGE_MOVES)[number];

type Transition = {
  from: readonly ChangeState[];
  to: ChangeState;
  permission: Permission;
  /** The one who asked, or anybody but them. */
  by: 'asker' | 'another';
  /** It needs a reason. */
  remark?: true;
};

export const CHANGE_TRANSITIONS: Record<ChangeMove, Transition> = {
  accept: { from: ['REQUESTED'], to: 'ACCEPTED', permission: 'meters:change', by: 'another' },
  refuse: {
    ...{ from: ['REQUESTED', 'RETURNED'], to: 'REFUSED', permission: 'meters:change', by: 'another' },
    remark: true,
  },
  return: { from: ['REQUESTED'], to: 'RETURNED', permission: 'meters:change', by: 'another', remark: true },
  resend: {
    ...{ from: ['REQUESTED', 'RETURNED'], to: 'REQUESTED', permission: 'meters:ask-change', by: 'asker' },
  },
  withdraw: {
    ...{ from: ['REQUESTED', 'RETURNED'], to: 'WITHDRAWN', permission: 'meters:ask-change', by: 'asker' },
  },
};

export type ChangeRefusal = 'not_permitted' | 'change_wrong_state' | 'change_asker' | 'change_not_asker';
type Facts = { state: ChangeState; askedById: string };
type Who = { userId: string | null; permissions: ReadonlySet<string> };

/** Why a person may not make a move now; undefined if they may. */
export function changeRefusal(
  move: ChangeMove,
  { state, askedById }: Facts,
  { userId, permissions }: Who,
): ChangeRefusal | undefined {
  const { from, permission, by } = CHANGE_TRANSITIONS[move];
  if (!permissions.has(permission)) return 'not_permitted';
  if (!from.includes(state)) return 'change_wrong_state';
  const isAsker = userId === askedById;
  if (by === 'another' && isAsker) return 'change_asker';
  if (by === 'asker' && !isAsker) return 'change_not_asker';
  return undefined;
}

/** What the program keeps of a meter's water between two figures of its register. */
type Register = { lastLitres: number; lastOn: string | null; registerDigits: number };

/** A new meter has run a few m³ on the test bench. */
const TEST_LITRES = 10_000;
/** Nobody takes more than this from a household's pipe in a day. */
const MOST_LITRES_A_DAY = 20_000;

/**
 * What a person is asked about before the last figure of the old meter is taken: the register is below its last reading, or has run more than a
 * pipe gives in those days.
 * @param days since the old meter's last figure, at least 1
 */
export function unusualFinal(
  old: Register & { finalLitres: number; days: number },
): 'below' | 'high' | undefined {
  if (old.finalLitres < old.lastLitres) return 'below';
  return old.finalLitres - old.lastLitres > MOST_LITRES_A_DAY * Math.max(1, old.days) ? 'high' : undefined;
}

/** True if a meter begins below its last figure, or far above it. */
export const isUnusualOpening = (next: { lastLitres: number; openingLitres: number }): boolean =>
  next.openingLitres < next.lastLitres || next.openingLitres > next.lastLitres + TEST_LITRES;
