import { expect, test } from 'vitest';
import type { Minor } from '#shared/money.ts';
import { isOpenState, REQUEST_STATES } from '../ownership.rules.ts';
import { bankTextOf } from './bank-text.rules.ts';

const fee = (feePaidMinor: number) => ({ feeMinor: 5000 as Minor, feePaidMinor: feePaidMinor as Minor });
const textOf = (state: (typeof REQUEST_STATES)[number], paid = 0, isSetAside = false) =>
  bankTextOf({ state, ...fee(paid) }, { isSetAside });

test('of an open request nobody pays before the bank has decided; of one that is over nobody pays again, and the money goes back', () => {
  for (const state of REQUEST_STATES)
    expect([state, textOf(state), textOf(state, 0, true)]).toEqual(
      isOpenState(state)
        ? [state, 'fee_at_bank', 'fee_looked_at']
        : [state, 'fee_at_bank_over', 'fee_at_bank_over'],
    );
});

test('the payment of a fee that was paid in another way meanwhile goes back', () => {
  expect([textOf('READY_TO_APPROVE', 5000), textOf('READY_TO_APPROVE', 5000, true)]).toEqual([
    'fee_at_bank_over',
    'fee_at_bank_over',
  ]);
});
