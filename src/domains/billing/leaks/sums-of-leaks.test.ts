/** What was credited and what was only proposed are two sums, the same on the screen and in the file. */
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { leaksExport } from './exports.ts';
import { CREDIT, leakOffice, ruleOfLeaks } from './factory.ts';
import { CHANNEL_NAMES, STATE_NAMES } from './names.ts';

const { app, ready, credit, refusal, approval, get, cashier, household, decider } = await leakOffice();

test('only a credit that was made is an amount; what waits or was taken back is proposed, to the office', async () => {
  const credited = await ready();
  await app.call(contract.creditLeak, await credit(credited.id));
  const refused = await ready();
  await app.call(contract.refuseLeak, await refusal(refused.id));
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const [waiting, withdrawn] = [await ready(), await ready()];
  for (const { id } of [waiting, withdrawn]) await app.call(contract.creditLeak, await credit(id));
  const body = { version: (await get(withdrawn.id)).version, reason: 'Her son called' };
  await app.call(contract.withdrawLeak, { as: cashier, params: { id: withdrawn.id }, body });
  const amounts = async (id: string, as = decider) => {
    const { amountMinor, proposedMinor } = await get(id, as);
    return [amountMinor, proposedMinor];
  };
  expect(await amounts(credited.id)).toEqual([CREDIT, null]);
  expect(await amounts(refused.id)).toEqual([null, null]);
  expect(await amounts(waiting.id)).toEqual([null, CREDIT]);
  expect(await amounts(withdrawn.id)).toEqual([null, CREDIT]);
  for (const { id } of [waiting, withdrawn]) expect(await amounts(id, household)).toEqual([null, null]);

  const sums = async (query: object, as = decider) =>
    (await app.call(contract.listLeaks, { as, query: { limit: 1, ...query } })).sums;
  expect(await sums({})).toEqual({ amountMinor: CREDIT, proposedMinor: 2 * CREDIT });
  expect(await sums({ state: 'WITHDRAWN' })).toEqual({ amountMinor: 0, proposedMinor: CREDIT });
  expect(await sums({}, household)).toEqual({ amountMinor: CREDIT, proposedMinor: 0 });
});

test('the file sums what the screen sums, and not the bills, of which a household may have asked about more than once', () => {
  const summed = leaksExport.columns.filter(({ kind, isSummed }) => isSummed ?? kind === 'money');
  expect(summed.map(({ key }) => key)).toEqual(['amountMinor', 'proposedMinor']);
});

test('the file names who decided and who approved, to the office only', async () => {
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const { id, number } = await ready();
  await app.call(contract.creditLeak, await credit(id));
  await app.call(contract.approveLeak, await approval(id));
  const { decidedBy, approvedBy } = await get(id);
  const names = [String(decidedBy), String(approvedBy)];
  expect(names).not.toContain('null');
  const file = async (language: 'en' | 'bn', as = decider) => {
    const answer = await app.server.inject({
      url: `/api/billing${contract.listLeaksDownload.path}`,
      query: { format: 'csv', language },
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    return answer.body.split('\r\n');
  };
  const [english, bengali, own] = [await file('en'), await file('bn'), await file('en', household)];
  expect(english.some((line) => line.includes('Answer,Decided by,Approved by,'))).toBe(true);
  expect(bengali.some((line) => line.includes('উত্তর,সিদ্ধান্ত নিয়েছেন,অনুমোদন করেছেন,'))).toBe(true);
  const row = (lines: readonly string[]) => lines.find((line) => line.includes(number)) ?? '';
  expect(row(english)).toContain(names.join(','));
  expect(row(own)).toContain(number);
  expect(row(own)).not.toContain(names.join(','));
});

type Texts = Record<'states' | 'channels', Record<string, string>>;

test('a state and a way of asking have one word, on the screen and in the file', async () => {
  const textsIn = async (language: 'en' | 'bn'): Promise<Texts> =>
    (await import(`../web/leaks/${language}.ts`))[language];
  const [en, bn] = [await textsIn('en'), await textsIn('bn')];
  const words = (part: keyof Texts) =>
    Object.fromEntries(Object.entries(en[part]).map(([key, word]) => [key, [word, bn[part][key]]]));
  expect(words('states')).toEqual(STATE_NAMES);
  expect(words('channels')).toEqual(CHANNEL_NAMES);
});
