/** What decides about a try to pay a bill by itself, to the poisha, and when it is tried again. */
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { leftOutOf, nextTry, type OpenBill, outcomeOf, type TryFacts } from './auto-pay.rules.ts';

const START = '2026-11-15';

describe('what decides about a try', () => {
  const fine: TryFacts = {
    ...{ amountMinor: 115_00, openMinor: 115_00, isCancelled: false, isWished: true, ceilingMinor: 115_00 },
    ...{
      isSwitchedOn: true,
      isHeld: false,
      isOldest: true,
      isFrozen: false,
      isRunning: false,
      balanceMinor: 115_00,
    },
  };
  test.each<[Partial<TryFacts>, string]>([
    [{}, 'PAID'],
    [{ isWished: false }, 'RULE_ENDED'],
    [{ isCancelled: true, openMinor: 0 }, 'BILL_CANCELLED'],
    [{ openMinor: 0 }, 'BILL_PAID'],
    [{ ceilingMinor: 114_99 }, 'OVER_CEILING'],
    [{ openMinor: 115_01 }, 'OVER_CEILING'],
    [{ openMinor: 115_01, ceilingMinor: 200_00, balanceMinor: 200_00 }, 'RAISED'],
    [{ openMinor: 114_99 }, 'PAID'],
    [{ openMinor: 114_99, balanceMinor: 114_99 }, 'PAID'],
    [{ openMinor: 114_99, balanceMinor: 114_98 }, 'BALANCE_SHORT'],
    [{ balanceMinor: 114_99 }, 'BALANCE_SHORT'],
  ])('%j: %s', (more, answer) => {
    const outcome = outcomeOf({ ...fine, ...more });
    expect('reason' in outcome ? outcome.reason : outcome.state).toBe(answer);
  });
  test('three tries, some days apart; none if the bill is above the ceiling', () => {
    const days = { today: START, retryDays: 5 };
    expect(nextTry({ reason: 'OVER_CEILING', turn: 1 }, days)).toBeNull();
    expect(nextTry({ reason: 'BALANCE_SHORT', turn: 2 }, days)).toBe(addDays(START, 5));
    expect(nextTry({ reason: 'BALANCE_SHORT', turn: 3 }, days)).toBeNull();
  });
});

describe('which open bills a wish that begins now leaves unpaid', () => {
  const bill = (id: string, openMinor: number, more: Partial<OpenBill> = {}): OpenBill => ({
    ...{ id, connectionId: 'home', openMinor, isTakenBack: false },
    ...more,
  });
  test('none up to the ceiling', () => {
    expect(leftOutOf([bill('a', 115_00), bill('b', 114_00)], 115_00)).toEqual([]);
  });
  test('one above it, and each newer one of the same connection', () => {
    const bills = [
      bill('a', 100_00),
      bill('b', 115_01),
      bill('c', 90_00),
      bill('d', 50_00, { connectionId: 'shop' }),
      bill('e', 200_00),
    ];
    expect(leftOutOf(bills, 115_00)).toEqual([
      { id: 'b', reason: 'OVER_CEILING' },
      { id: 'c', reason: 'OLDER_BILL' },
      { id: 'e', reason: 'OVER_CEILING' },
    ]);
  });
  test('one whose payment the office took back', () => {
    const bills = [bill('a', 100_00, { isTakenBack: true }), bill('b', 90_00)];
    expect(leftOutOf(bills, 115_00)).toEqual([
      { id: 'a', reason: 'TAKEN_BACK' },
      { id: 'b', reason: 'OLDER_BILL' },
    ]);
  });
});
