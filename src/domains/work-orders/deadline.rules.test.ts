import { expect, test } from 'vitest';
import { deadlineOf, goneOn } from './deadline.rules.ts';

const office = {
  ...{ weekend: [5, 6], opensAt: '09:00', closesAt: '17:00', holidays: [], timeZone: 'Asia/Dhaka' },
};
const at = (text: string) => new Date(`${text}:00+06:00`);

test('half a day of the clock is half a working day', () => {
  const { dueAt } = deadlineOf(at('2026-11-19T15:00'), { hours: 12, priority: 'HIGH' }, office);
  expect(dueAt).toEqual(at('2026-11-22T11:00'));
});

test('a stop of two years is counted, and what is late by two years goes on', () => {
  const stop = { from: at('2026-11-15T10:00'), to: at('2028-11-15T10:00') };
  const dueAt = at('2026-11-15T12:00');
  const { dueAt: later, stopped } = goneOn({ dueAt, priority: 'LOW' }, stop, office);
  expect([later, stopped.ms]).toEqual([at('2028-11-15T12:00'), stop.to.getTime() - stop.from.getTime()]);
  const { dueAt: again } = deadlineOf(at('2026-11-15T10:00'), { hours: 6, priority: 'LOW', stopped }, office);
  expect(again).toEqual(later);
  const late = { from: at('2028-11-15T10:00'), to: at('2028-11-15T11:00') };
  expect(goneOn({ dueAt, priority: 'LOW' }, late, office).dueAt).toEqual(at('2026-11-15T13:00'));
});

test('a stop that began after its end is none', () => {
  const stop = { from: at('2026-11-16T12:00'), to: at('2026-11-16T10:00') };
  expect(goneOn({ dueAt: at('2026-11-17T10:00'), priority: 'URGENT' }, stop, office)).toEqual({
    ...{ dueAt: at('2026-11-17T10:00'), clock: null, stopped: { ms: 0, minutes: 0 } },
  });
});
