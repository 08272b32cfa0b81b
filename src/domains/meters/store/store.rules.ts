/**
 * The states of a meter (domain.md §5.3) in one table: the statements of the server, the buttons and the tests read it. A meter with a
 * condition (FAULTY, LOCKED, STOPPED) still measures its connection.
 */
import type { Permission } from '#shared/permissions.ts';

export const METER_STATES = [
  ...[
    'IN_STOCK',
    'RESERVED',
    'INSTALLED',
    'FAULTY',
    'LOCKED',
    'STOPPED',
    'REMOVED',
    'REMOVED_CONFIRMED',
    'SCRAPPED',
  ],
] as const;
export type MeterState =
  | 'IN_STOCK'
  | 'RESERVED'
  | 'INSTALLED'
  | 'FAULTY'
  | 'LOCKED'
  | 'STOPPED'
  | 'REMOVED'
  | 'REMOVED_CONFIRMED'
  | 'SCRAPPED';

type Transition = {
  from: readonly MeterState[];
  to: MeterState;
  /** A person makes it on the meter's page; without one, it comes with an installation, a change or a closure. */
  permission?: Permission;
};

const MEASURES: readonly MeterState[] = ['INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED'];
const edit = 'meters:edit' as const;

export const METER_TRANSITIONS = {
  reserve: { from: ['IN_STOCK'], to: 'RESERVED' },
  release: { from: ['RESERVED'], to: 'IN_STOCK' },
  /** RESERVED: for what it is kept for only. */
  install: { from: ['IN_STOCK', 'RESERVED'], to: 'INSTALLED' },
  faulty: { from: ['INSTALLED', 'LOCKED', 'STOPPED'], to: 'FAULTY', permission: edit },
  locked: { from: ['INSTALLED', 'FAULTY', 'STOPPED'], to: 'LOCKED', permission: edit },
  stopped: { from: ['INSTALLED', 'FAULTY', 'LOCKED'], to: 'STOPPED', permission: edit },
  working: { from: ['FAULTY', 'LOCKED', 'STOPPED'], to: 'INSTALLED', permission: edit },
  remove: { from: MEASURES, to: 'REMOVED' },
  /** Its connection is opened again. */
  'put-back': { from: ['REMOVED'], to: 'INSTALLED' },
  confirm: { from: ['REMOVED'], to: 'REMOVED_CONFIRMED' },
  /** REMOVED: with its connection, after the last reading is billed. */
  'pass-test': {
    ...{ from: ['REMOVED', 'REMOVED_CONFIRMED', 'IN_STOCK'], to: 'IN_STOCK' },
    permission: edit,
  },
  'fail-test': {
    ...{ from: ['REMOVED', 'REMOVED_CONFIRMED', 'IN_STOCK'], to: 'REMOVED_CONFIRMED' },
    permission: edit,
  },
  scrap: { from: ['REMOVED_CONFIRMED', 'IN_STOCK'], to: 'SCRAPPED', permission: edit },
} as const satisfies Record<string, Transition>;
export type MeterMove = keyof typeof METER_TRANSITIONS;
export const METER_MOVES = Object.keys(METER_TRANSITIONS) as [MeterMove, ...MeterMove[]];

export const CONDITION_MOVES = ['faulty', 'locked', 'stopped', 'working'] as const;
export type ConditionMove = (typeof CONDITION_MOVES)[number];

export const canMove = (move: MeterMove, status: string): boolean =>
  (METER_TRANSITIONS[move].from as readonly string[]).includes(status);

/** What a person with these permissions may do with a meter in this state. */
export const movesOf = (status: string, permissions: ReadonlySet<string>): MeterMove[] =>
  METER_MOVES.filter((move) => {
    const transition: Transition = METER_TRANSITIONS[move];
    return transition.permission && permissions.has(transition.permission) && canMove(move, status);
  });

/** Bounds of the groups by age, in years: younger than 5, 5 to 9, 10 to 14, older. */
export const AGE_GROUPS = {
  under_5: [0, 5],
  from_5: [5, 10],
  from_10: [10, 15],
  over_15: [15, 300],
} as const;
export type AgeGroup = keyof typeof AGE_GROUPS;
export const AGE_NAMES = Object.keys(AGE_GROUPS) as [AgeGroup, ...AgeGroup[]];
