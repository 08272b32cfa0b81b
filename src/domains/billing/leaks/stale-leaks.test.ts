/** A page that was opened before somebody else took a step: each call says that the leak changed, not that it is over, and does nothing. */
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { leakOffice, ruleOfLeaks } from './factory.ts';

const { app, ready, credit, refusal, approval, get, kept, cashier, household } = await leakOffice();

test('a leak that a colleague decided is out of date on the page of the other one', async () => {
  const { id } = await ready();
  const [creditCall, refusalCall] = [await credit(id), await refusal(id)];
  await app.call(contract.refuseLeak, refusalCall);
  for (const code of [
    await app.codeOf(contract.creditLeak, creditCall),
    await app.codeOf(contract.refuseLeak, refusalCall),
  ]) {
    expect(code).toBe('common.stale_version');
  }
});

test('what a second person decided is out of date on the page of another one', async () => {
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const { id } = await ready();
  await app.call(contract.creditLeak, await credit(id));
  const word = await approval(id);
  await app.call(contract.approveLeak, await approval(id, false, 'No paper'));
  expect(await app.codeOf(contract.approveLeak, word)).toBe('common.stale_version');
  await ruleOfLeaks(app);
});

test('nobody takes back a decision that they did not see: not the office, not the household', async () => {
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const { id } = await ready();
  const { version } = await get(id);
  const ofOffice = { as: cashier, params: { id }, body: { version, reason: 'Her son called' } };
  const own = { as: household, params: { id }, body: { version } };
  await app.call(contract.creditLeak, await credit(id));
  expect(await app.codeOf(contract.withdrawLeak, ofOffice)).toBe('common.stale_version');
  expect(await app.codeOf(contract.withdrawLeak, own)).toBe('common.stale_version');
  expect(await kept(id)).toMatchObject({ state: 'WAITING' });
  const seen = { ...own, body: { version: (await get(id, household)).version } };
  await app.call(contract.withdrawLeak, seen);
  expect(await kept(id)).toMatchObject({ state: 'WITHDRAWN' });
  await ruleOfLeaks(app);
});
