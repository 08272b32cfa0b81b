/** Every state of a tariff with every action, over HTTP: what the table does not list is refused with its code. */
import { expect, test } from 'vitest';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import type { TariffInput } from './factory.ts';
import { nextTariffState, TARIFF_STATES, type TariffAction, type TariffState } from './tariff.rules.ts';

const app = await testApp();
const [author, second] = [await app.staff('admin'), await app.staff('admin')];

let drafts = 0;
async function inState(
  state: TariffState,
  effectiveFrom?: string,
): Promise<{ id: string; version: number; body: TariffInput }> {
  drafts += 1;
  const body: TariffInput = {
    category: 'community',
    name: `Community ${drafts}`,
    effectiveFrom:
      effectiveFrom ??
      `2027-${String((drafts % 12) + 1).padStart(2, '0')}-${String(drafts).padStart(2, '0')}`,
    waterMode: 'blocks',
    blocks: [{ from: '0', to: null, rate: '12.50' }],
  };
  let at = await app.call(contract.createTariff, { as: author, body });
  const params = { id: at.id };
  const step = () => ({ params, body: { version: at.version } });
  if (state !== 'DRAFT') at = await app.call(contract.submitTariff, { as: author, ...step() });
  if (state === 'APPROVED') at = await app.call(contract.approveTariff, { as: second, ...step() });
  if (state === 'WITHDRAWN')
    at = await app.call(contract.withdrawTariff, {
      as: second,
      params,
      body: { version: at.version, reason: 'x' },
    });
  expect(at.state).toBe(state);
  return { id: at.id, version: at.version, body };
}

const CALLS: Record<
  TariffAction,
  (made: Awaited<ReturnType<typeof inState>>, as: Person) => Promise<string | undefined>
> = {
  edit: ({ id, version, body }, as) =>
    app.codeOf(contract.editTariff, { as, params: { id }, body: { ...body, version } }),
  submit: ({ id, version }, as) =>
    app.codeOf(contract.submitTariff, { as, params: { id }, body: { version } }),
  approve: ({ id, version }, as) =>
    app.codeOf(contract.approveTariff, { as, params: { id }, body: { version } }),
  withdraw: ({ id, version }, as) =>
    app.codeOf(contract.withdrawTariff, { as, params: { id }, body: { version, reason: 'withdrawn' } }),
};
const ACTIONS = Object.keys(CALLS) as TariffAction[];

test.each(TARIFF_STATES.flatMap((state) => ACTIONS.map((action) => [state, action] as const)))(
  '%s, %s',
  async (state, action) => {
    const made = await inState(state);
    const code = await CALLS[action](made, action === 'approve' ? second : author);
    expect(code).toBe(nextTariffState(state, action) ? undefined : 'billing.tariff_state');
  },
);

test('each rule of the second person and of the first day alone', async () => {
  const announced = await inState('ANNOUNCED');
  expect(await CALLS.approve(announced, author)).toBe('billing.tariff_second_person');
  expect(await CALLS.approve(announced, second)).toBeUndefined();

  expect(await CALLS.withdraw(await inState('APPROVED', '2026-11-15'), second)).toBe(
    'billing.tariff_in_force',
  );
  expect(await CALLS.withdraw(await inState('APPROVED', '2026-11-16'), second)).toBeUndefined();
});

test('a person who changed a draft does not approve it', async () => {
  const made = await inState('DRAFT');
  expect(await CALLS.edit(made, second)).toBeUndefined();
  const submitted = await app.call(contract.submitTariff, {
    as: author,
    params: { id: made.id },
    body: { version: made.version + 1 },
  });
  const announced = { ...made, version: submitted.version };
  expect(await CALLS.approve(announced, second)).toBe('billing.tariff_second_person');
  expect(await CALLS.approve(announced, await app.staff('admin'))).toBeUndefined();
});
