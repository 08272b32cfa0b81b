/** Which refusals say that there is nothing to send any more. */
import { expect, test } from 'vitest';
import { endsStep } from './step-over.ts';

test('a step is over when the state of its record does not allow it; another version alone does not end it', () => {
  const ends = (code: string) => endsStep({ code });
  const over = ['billing.run_state', 'meters.wrong_state', 'billing.reversal_decided', 'leaks.over'];
  expect(over.map(ends)).toEqual([true, true, true, true]);
  expect(['common.stale_version', 'leaks.figures_moved', 'applications.decided_before'].map(ends)).toEqual([
    false,
    false,
    false,
  ]);
  expect(endsStep(null)).toBe(false);
});
