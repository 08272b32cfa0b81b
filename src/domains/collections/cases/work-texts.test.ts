/** What a household reads in an SMS, and the office beside its money: one sentence for both, so it is in both languages and short. */
import { expect, test } from 'vitest';
import { CANCELLED_TEXT, CHEQUE_WAITS, OPEN_AGAIN } from './work-texts.ts';

test.each([...Object.values(CANCELLED_TEXT), CHEQUE_WAITS, ...Object.values(OPEN_AGAIN)])('%s', (text) => {
  const [bengali = '', english = ''] = text.split(' / ');
  expect(bengali).toMatch(/^[ঀ-৿ ]+$/);
  expect(english).toMatch(/^[a-z ]+$/);
  expect(text.length).toBeLessThanOrEqual(70);
});
