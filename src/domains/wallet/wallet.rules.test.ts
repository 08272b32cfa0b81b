/** Every state of a withdrawal with every kind of person: exactly the buttons of the table are there. */
import { expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { WITHDRAWAL_STATES, type WithdrawalState, withdrawalCan } from './wallet.rules.ts';

const EVERY: Permission[] = ['wallet:withdraw', 'wallet:approve'];
const who = (userId: string, permissions: Permission[], kind = 'staff') => ({
  ...{ userId, kind, permissions: new Set(permissions) },
});
const PEOPLE = {
  owner: who('owner', EVERY, 'consumer'),
  asker: who('asker', EVERY),
  decider: who('decider', EVERY),
  third: who('third', EVERY),
  payer: who('third', ['wallet:withdraw']),
  approver: who('third', ['wallet:approve']),
  viewer: who('third', []),
};
type Name = keyof typeof PEOPLE;
type Button = keyof ReturnType<typeof withdrawalCan>;

/** Written by hand from domain.md: from which states who has the button. Who asked and who decided are in each case. */
type Row = { from: WithdrawalState[]; by: Name[]; unproved?: Name[] };
const EXPECTED: Record<Button, Row> = {
  confirm: { from: ['REQUESTED'], by: ['owner', 'asker', 'decider', 'third', 'payer'] },
  newCode: { from: ['REQUESTED'], by: ['owner', 'asker', 'decider', 'third', 'payer'] },
  // The office only as long as no code has proved it: who asked, and who approves.
  takeBack: {
    ...{ from: ['REQUESTED', 'OTP_CONFIRMED', 'APPROVED'], by: ['owner'] },
    unproved: ['asker', 'decider', 'third', 'approver'],
  },
  decide: { from: ['OTP_CONFIRMED'], by: ['decider', 'third', 'approver'] },
  refuse: { from: ['OTP_CONFIRMED', 'APPROVED'], by: ['decider', 'third', 'approver'] },
  pay: { from: ['APPROVED'], by: ['third', 'payer'] },
  payAfterFreeze: { from: [], by: [] },
  askReturn: { from: ['PAID_OUT'], by: ['asker', 'decider', 'third', 'payer'] },
  decideReturn: { from: [], by: [] },
  takeBackReturn: { from: [], by: [] },
};

const CASE = {
  ...{ askedBy: 'asker', decidedBy: 'decider', mayRenew: true },
  ...{ isFrozen: false, method: 'BANK' as const, returnAskedBy: null },
};

test('each button in each state for each person', () => {
  for (const state of WITHDRAWAL_STATES)
    for (const name of Object.keys(PEOPLE) as Name[]) {
      const given = withdrawalCan({ ...CASE, state }, PEOPLE[name]);
      const expected = Object.fromEntries(
        Object.entries(EXPECTED).map(([button, { from, by, unproved = [] }]) => [
          button,
          (from.includes(state) && by.includes(name)) || (state === 'REQUESTED' && unproved.includes(name)),
        ]),
      );
      expect([state, name, given]).toEqual([state, name, expected]);
    }
});

test('a code that was not wrong five times, or that was renewed before, is not renewed', () => {
  const waiting = { ...CASE, state: 'REQUESTED' as const, mayRenew: false };
  expect(withdrawalCan(waiting, PEOPLE.owner)).toMatchObject({ confirm: true, newCode: false });
});

test('a frozen wallet pays nothing out: who could pay is shown why not', () => {
  const frozen = { ...CASE, state: 'APPROVED' as const, isFrozen: true };
  expect(withdrawalCan(frozen, PEOPLE.payer)).toMatchObject({ pay: false, payAfterFreeze: true });
  expect(withdrawalCan(frozen, PEOPLE.viewer)).toMatchObject({ pay: false, payAfterFreeze: false });
});

test('what the bank sent back: one person reports it, another one agrees; cash does not come back', () => {
  const paid = { ...CASE, state: 'PAID_OUT' as const };
  const reported = { ...paid, returnAskedBy: 'third' };
  const can = (of: typeof paid | typeof reported, name: Name) => {
    const { askReturn, decideReturn, takeBackReturn } = withdrawalCan(of, PEOPLE[name]);
    return [askReturn, decideReturn, takeBackReturn];
  };
  expect([
    can(paid, 'third'),
    can(paid, 'owner'),
    can({ ...paid, method: 'CASH' as never }, 'third'),
  ]).toEqual([
    [true, false, false],
    [false, false, false],
    [false, false, false],
  ]);
  // Who reported it takes the report back, as long as it is not decided.
  const decided = { ...reported, state: 'RETURNED' as const };
  expect([
    can(reported, 'third'),
    can(reported, 'decider'),
    can(reported, 'viewer'),
    can(decided as never, 'third'),
  ]).toEqual([
    [false, false, true],
    [false, true, false],
    [false, false, false],
    [false, false, false],
  ]);
});
