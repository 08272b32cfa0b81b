/** What the audit log says happened is said in both languages: a new action gets its words with its call. */
import { expect, test } from 'vitest';
import { isKnownAction } from '#domains/logs/action-words.rules.ts';
import { registry } from './registry.ts';

test('every action that a call declares has its words (domains/logs/action-words.rules.ts)', () => {
  const actions = new Set(
    registry.map(({ endpoint }) => endpoint.audit).filter((audit) => typeof audit === 'string'),
  );
  expect(actions.size).toBeGreaterThan(80);
  expect([...actions].filter((action) => !isKnownAction(action))).toEqual([]);
});
