/** A household whose reading after the repair is there already is not told to wait for one. */
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { leakOffice, ruleOfLeaks } from './factory.ts';

const { app, bill, readAgain, ask, ready, credit, refusal, get, household, lastSms } = await leakOffice();

test('before a reading, and after one of too much use, it waits for the next reading', async () => {
  const made = await bill();
  const { id } = await ask(made.billId);
  expect(await get(id, household)).toMatchObject({ isBack: false });
  expect(await lastSms(id)).toContain('We decide after the next reading of the meter.');
  await readAgain(made, 5_000);
  expect(await get(id, household)).toMatchObject({ isReady: true, isBack: false });
  const high = await bill();
  await readAgain(high, 5_000);
  expect(await lastSms((await ask(high.billId)).id)).toContain(
    'We decide after the next reading of the meter.',
  );
});

test('after a reading of usual use it waits for the office, open or with the second person, until it is decided', async () => {
  const { id } = await ready();
  expect(await lastSms(id)).toMatch(/The meter shows your usual use again\. Our office decides\.$/);
  expect(await get(id, household)).toMatchObject({ state: 'OPEN', isBack: true, figures: null });
  expect(await get(id)).toMatchObject({ isBack: true });
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const other = await ready();
  await app.call(contract.creditLeak, await credit(other.id));
  expect(await get(other.id, household)).toMatchObject({ state: 'WAITING', isBack: true });
  await ruleOfLeaks(app);
  await app.call(contract.refuseLeak, await refusal(id));
  expect(await get(id, household)).toMatchObject({ isBack: false });
});
