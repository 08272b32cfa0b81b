import { expect, test } from 'vitest';
import { groupOf } from './history.rules.ts';

test.each([
  ['submit', {}, 'steps'],
  ['assign', { assignee: 'Nasrin' }, 'steps'],
  ['attach', { kind: 'deed' }, 'papers'],
  // A corrected paper has its kind, a corrected part has none.
  ['correct', { kind: 'deed' }, 'papers'],
  ['correct', { part: 'owner' }, 'steps'],
  ['check-document', { verdict: 'return' }, 'papers'],
  ['pay', { amountMinor: 100 }, 'payments'],
  ['take-back-payment', {}, 'payments'],
  ['refund', { refundState: 'APPROVED' }, 'payments'],
  ['message', { kind: 'x', message: 'pay' }, 'messages'],
  ['visit', { visitOn: '2026-11-16' }, 'visits'],
] as const)('%s with %o is among the %s', (action, details, group) => {
  expect(groupOf({ action, details })).toBe(group);
});
