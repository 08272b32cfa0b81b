/** What people may try with a work order, for the random walks: each input by each person, and what happens by itself. */
import type { Command, Input, Lines } from './factory-model.ts';
import { type Category, PEOPLE } from './factory-model-types.ts';

export const CODES: readonly Category[] = ['LEAK', 'SERVICE_LINE'];

const LINES: Lines[] = [
  [],
  [[0, 2_500]],
  [
    [1, 1_001],
    [0, 333],
  ],
  [[1, 4_000]],
];
const SIMPLE = [
  ...([
    'take',
    'accept',
    'return',
    'reject',
    'waive',
    'unassign',
    'resume',
    'verify',
    'reopen',
    'reply',
    'reopen-request',
    'cancel',
  ] as const),
];
const INPUTS: Input[] = [
  ...SIMPLE.map((act): Input => ({ act })),
  ...CODES.map((category): Input => ({ act: 'edit', category })),
  { act: 'photo', moment: 'BEFORE' },
  { act: 'photo', moment: 'AFTER' },
  ...LINES.flatMap((lines) =>
    [true, false].map((charged): Input => ({ act: 'estimate', labour: 50_000, charged, lines })),
  ),
  { act: 'estimate', labour: 0, charged: true, lines: [] },
  ...(['crew', 'mate', 'admin', 'clerk', 'household'] as const).map(
    (to): Input => ({ act: 'assign', to, with: [], why: false, despite: false }),
  ),
  { act: 'assign', to: 'crew', with: ['admin', 'mate'], why: false, despite: false },
  { act: 'assign', to: 'mate', with: ['crew'], why: true, despite: true },
  { act: 'assign', to: 'crew', with: [], why: false, despite: true },
  { act: 'assign', to: 'crew', with: ['clerk'], why: true, despite: true },
  ...(['none', 'today', 'tomorrow'] as const).map((until): Input => ({ act: 'pause', until })),
  ...[1, 5].map((stars): Input => ({ act: 'rate', stars })),
  ...([-60, 0, 60] as const).map((after): Input => ({ act: 'arrive', after })),
  ...LINES.flatMap((lines) =>
    [true, false].map(
      (explained): Input => ({ act: 'complete', after: 0, labour: 50_000, lines, explained, why: true }),
    ),
  ),
  ...([-60, 60] as const).map(
    (after): Input => ({ act: 'complete', after, labour: 50_000, lines: [], explained: true, why: true }),
  ),
  { act: 'complete', after: 0, labour: 50_000, lines: [], explained: true, why: false },
  ...[3_000, 500, -1_000].map(
    (thousandths): Input => ({ act: 'book', line: [0, thousandths], anyway: false }),
  ),
  ...[5_005, -4_000].map(
    (thousandths): Input => ({ act: 'book', line: [1, thousandths], anyway: thousandths < 0 }),
  ),
  ...CODES.map((category): Input => ({ act: 'ask again', category })),
  ...(['whole', 'less', 'more'] as const).map((amount): Input => ({ act: 'pay', amount })),
  ...(['begin', 'open', 'ask the bank', 'give up', 'withdraw-paid', 'pay refund'] as const).map((act) => ({
    act,
  })),
  ...(['counter', 'bank'] as const).map((of): Input => ({ act: 'take-back', of })),
  ...[true, false].map((accept): Input => ({ act: 'decide refund', accept })),
];
export const EVENTS = [
  'a month passes',
  'the hold is over',
  'the bank takes it',
  'the bank refuses it',
] as const;
export const COMMANDS: Command[] = [
  ...INPUTS.flatMap((input) => PEOPLE.map((by): Command => ({ ...input, by }))),
  ...EVENTS.map((act): Command => ({ act, by: 'admin' })),
];
