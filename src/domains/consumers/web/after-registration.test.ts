import { expect, test, vi } from 'vitest';
import { afterRegistration } from './after-registration.ts';

test.each([
  ['goes on', async () => undefined, 1, 0],
  [
    'is shown the account and the way to sign in if that fails, and no refusal',
    () => Promise.reject(new Error('no network')),
    0,
    1,
  ],
])('who has registered %s', async (_what, signIn, arrived, shown) => {
  const [arrive, showAccount] = [vi.fn(), vi.fn()];
  await expect(afterRegistration({ signIn, arrive, showAccount })).resolves.toBeUndefined();
  expect([arrive.mock.calls.length, showAccount.mock.calls.length]).toEqual([arrived, shown]);
});
