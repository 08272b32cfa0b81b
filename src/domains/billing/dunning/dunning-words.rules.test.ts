import { expect, test } from 'vitest';
import { minor } from '#shared/money.ts';
import type { Dunning } from './dunning.schema.ts';
import { sayDunning } from './dunning-words.rules.ts';

const write = {
  day: (day: string) => day,
  money: (minor: number) => `Tk ${minor / 100}`,
  digits: (text: string) => text,
};
const of = (given: Partial<Dunning>): Dunning => ({
  ...{
    connectionNumber: '12',
    state: 'NOTICED',
    dueMinor: minor(230_00),
    payBy: '2026-11-20',
    chequeMinor: minor(0),
    ...given,
  },
});
const say = (given: Partial<Dunning>, language: 'en' | 'bn' = 'en', today = '2026-11-15') =>
  sayDunning(of(given), language, write, today);

test('the last day to pay is named until it is over, and then it is now', () => {
  for (const state of ['REMINDED', 'NOTICED'] as const)
    for (const language of ['en', 'bn'] as const) {
      expect(say({ state }, language, '2026-11-20')).toContain('2026-11-20');
      expect(say({ state }, language, '2026-11-21')).not.toContain('2026-11-20');
    }
});

test('a cheque that pays all of it: nothing is asked, and nothing is promised before the bank has paid', () => {
  const paid = { dueMinor: minor(0), chequeMinor: minor(230_00) };
  expect(say(paid)).toBe(
    'The bank has not paid your cheque (Tk 230) for connection 12 yet. Until it answers, nobody comes to cut it off.',
  );
  expect(say({ ...paid, state: 'DISCONNECTED' })).toBe(
    'Connection 12 is cut off. When the bank has paid your cheque (Tk 230), somebody comes to connect it again.',
  );
  expect(say({ state: 'DISCONNECTED', dueMinor: minor(115_00), chequeMinor: minor(115_00) })).toBe(
    'Connection 12 is cut off. As soon as Tk 115 is paid, somebody comes to connect it again. Your cheque (Tk 115) counts when the bank has paid it.',
  );
});
