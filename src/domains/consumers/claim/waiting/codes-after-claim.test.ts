/** Staff who accept a claim alone give the claimant no code for the household's money at once (decision 0072). */
import { expect, test } from 'vitest';
import { claimConsumer } from '#domains/consumers/claim/contract.ts';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { agreeClaim, decideClaim, undoClaim } from '#domains/consumers/claim/waiting/contract.ts';
import { rechargeAccount } from '#domains/wallet/contract.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { takeBackWithdrawal } from '#domains/wallet/withdrawals/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const { newPhone, register, signedIn, household, codeAt, claimedBy } = townOf(app);
const { cashier, ask } = await walletCalls(app);
const clerk = await app.staff('reviewer');

/** Money in the wallet of the consumer who has the account of the phone; gives the phone that gets the code for it. */
async function codeGoesTo(phone: string): Promise<string> {
  const as = await signedIn(phone);
  const { id, phone: asked } = await ask(as, 500_00);
  await app.call(takeBackWithdrawal, { as, body: { withdrawalId: id } });
  return asked;
}
const pay = (consumerId: string) =>
  app.call(rechargeAccount, {
    as: cashier,
    body: { consumerId, amountMinor: minor(2000_00), tender: { method: 'CASH' }, unusual: true },
  });

/** Somebody, with or without a household of their own, claims another household, which has money. */
async function claimed(hasHousehold: boolean) {
  const phone = newPhone();
  const home = await household(newPhone());
  await pay(home.id);
  if (hasHousehold) await pay((await household(phone)).id);
  await register(phone, hasHousehold ? {} : { isNew: true });
  const body = { customerNumber: home.number, evidence: home.last.number };
  await app.call(claimConsumer, { as: await signedIn(phone), body });
  return { phone, home, id: (await claimedBy(phone)).id };
}
const accept = (id: string) =>
  app.call(decideClaim, { as: clerk, params: { id }, body: { accept: true, reason: 'papers' } });

test.each([[false], [true]])(
  'after staff decided, codes go to the phone of the household for seven days (claimant with a household: %s)',
  async (hasHousehold) => {
    const { phone, home, id } = await claimed(hasHousehold);
    await accept(id);
    expect(await codeGoesTo(phone)).toBe(home.phone);
    const { consumerId } = await signedIn(phone);
    await execute(
      app.owner.db,
      sql`update consumers.consumers set phone_changed_at = phone_changed_at - interval '7 days' where id = ${consumerId}`,
    );
    expect(await codeGoesTo(phone)).toBe(phone);
  },
);

test('after the claim is undone, the codes of the account go to its own phone', async () => {
  const { phone, id } = await claimed(true);
  await accept(id);
  await app.call(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });
  expect(await codeGoesTo(phone)).toBe(phone);
});

test('after the phone of the household agreed, codes go to the claimant at once', async () => {
  const { phone, home, id } = await claimed(false);
  const body = { id, code: await codeAt(home.phone) };
  await app.call(agreeClaim, { as: await signedIn(phone), body });
  expect(await codeGoesTo(phone)).toBe(phone);
});
