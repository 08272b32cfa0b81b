/**
 * A code that is over has its own sentence and a button for a new one, which the phone fills in by itself (WebOTP): of money from
 * the wallet, of an invitation, and of an entry that another phone has. In Bengali on a phone.
 */
import { expect, type Page } from '@playwright/test';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { login } from '#domains/identity/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { inviteToConnection } from '#domains/meters/sharing/contract.ts';
import { rechargeWallet } from '#domains/wallet/actions/recharge-wallet.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { arrived, enter, openScreen, press, seen, told, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const SHOTS = process.env.SHOTS;
const PHONE = '1755000711';
const HOLDER = '1755000712';
const REGISTERED = '1755000713';

/** A browser that hands codes over, as Chrome on Android does: `arrives` is the SMS. */
const withSms = (page: Page) =>
  page.addInitScript(() => {
    const waiting: ((found: { code: string }) => void)[] = [];
    const get = ({ otp }: { otp?: { transport: string[] } }) =>
      new Promise((resolve) => {
        if (otp?.transport.includes('sms')) waiting.push(resolve);
      });
    Object.assign(window, {
      OTPCredential: class {},
      arrives: (code: string) => {
        for (const resolve of waiting.splice(0)) resolve({ code });
      },
    });
    Object.defineProperty(navigator, 'credentials', { value: { get } });
  });

const arrives = (page: Page, code: string) =>
  page.evaluate((text) => (window as unknown as { arrives: (code: string) => void }).arrives(text), code);

test('a code that is over, a new one, and the phone that fills it in', async ({ browser, town }) => {
  const { db } = town.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { consumerId, shared, entry } = await transaction(db, async (tx) => {
    const own = await addConsumer(tx, actor, { national: PHONE, name: 'Jamal Uddin', nameBn: 'জামাল উদ্দিন' });
    const amountMinor = minor(2_000_00);
    await rechargeWallet(tx, actor, {
      consumerId: own,
      amountMinor,
      unusual: true,
      tender: { method: 'CASH' },
    });
    const holder = await addConsumer(tx, actor, { national: HOLDER, name: 'Rahela', nameBn: 'রাহেলা' });
    const registered = await createConsumer(tx, actor, { name: 'Karim', phone: `+880${REGISTERED}` });
    const connection = await makeConnection(tx, actor, { consumerId: registered.id });
    return {
      ...{ consumerId: own, entry: connection },
      shared: (await makeConnection(tx, actor, { consumerId: holder })).id,
    };
  });
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { wallet, meters, consumers } = t;
  const eye = watch(page);
  await withSms(page);
  await enter(screen, loginOfConsumer(PHONE));
  const shot = async (name: string) => {
    await inspect(eye);
    await accessible(eye);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
  };
  /** Of an SMS that was sent since then. */
  const codeSince = async (since: Date, digits: number, to = PHONE) =>
    new RegExp(`\\d{${digits}}`).exec(await town.smsTo(`+880${to}`, since))?.[0] ?? '';
  const over = (says: string | RegExp) => page.getByRole('alert').filter({ hasText: says });

  // Money from the wallet.
  await page.goto('/customer-wallet-manage');
  await press(page, wallet.own.withdraw);
  await type(page.getByRole('dialog'), wallet.withdraw.amount, '600');
  await press(page.getByRole('dialog'), filled(wallet.withdraw.submit));
  const code = page.getByLabel(labelled(wallet.withdraw.code));
  await seen(code);
  await execute(db, sql`update wallet.withdrawals set tries = 4 where consumer_id = ${consumerId}`);
  await code.fill('0000000');
  await code.press('Enter');
  await expect(over(wallet.errors.code_over)).toBeFocused();
  await shot('code-over-wallet');
  let since = new Date();
  await press(page, wallet.withdraw.new_code);
  await expect(code).toHaveValue('');
  const fresh = await codeSince(since, 6);
  await arrives(page, fresh);
  await expect(code).toHaveValue(fresh);
  await press(page.getByRole('dialog'), wallet.withdraw.confirm);
  await told(screen, wallet.withdraw.confirmed);

  // An invitation.
  const session = await page.request.post(`/api/${login.service}${login.path}`, {
    data: loginOfConsumer(HOLDER),
  });
  const { IdToken } = (await session.json()).data.response.AuthenticationResult;
  const invited = await page.request.post(`/api/${inviteToConnection.service}${inviteToConnection.path}`, {
    headers: { authorization: `Bearer ${IdToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { connectionId: shared, phone: `+880${PHONE}`, name: 'Tenant', mayPay: false },
  });
  expect(invited.status()).toBe(200);
  await execute(
    db,
    sql`insert into identity.login_failures (login, failures, last_failed_at) values (${`invitation +880${PHONE}`}, 6, now())`,
  );
  await page.goto('/invited');
  const invitation = page.getByLabel(labelled(meters.sharing.code));
  await invitation.fill('00000000');
  await invitation.press('Enter');
  await expect(over(filled(meters.errors.access_wait))).toBeFocused();
  await shot('code-over-invitation');
  since = new Date();
  await press(page, meters.sharing.new_code);
  await expect(invitation).toHaveValue('');
  const eight = await codeSince(since, 8);
  await arrives(page, eight);
  await expect(invitation).toHaveValue(eight);
  await press(page, meters.sharing.accept);
  await arrived(page, /\/dashboard/);

  // An entry of the register that has another phone.
  await page.goto('/customer/add-connection');
  await type(page, consumers.claim.number, entry.number);
  await type(page, consumers.claim.evidence, entry.meterNumber);
  await press(page, consumers.claim.submit);
  await press(page, consumers.claim.type_code);
  await execute(db, sql`update consumers.claims set tries = 4 where customer_number = ${entry.number}`);
  const others = page.getByLabel(labelled(consumers.claim.code));
  await others.fill('0000000');
  await others.press('Enter');
  await expect(over(consumers.errors.claim_code_over)).toBeFocused();
  await shot('code-over-claim');
  since = new Date();
  await press(page.getByRole('dialog'), consumers.claim.new_code);
  const six = await codeSince(since, 6, REGISTERED);
  await press(page, consumers.claim.type_code);
  await arrives(page, six);
  await expect(others).toHaveValue(six);
  await press(page.getByRole('dialog'), consumers.claim.join);
  await arrived(page, /\/dashboard/);
  expect(eye.problems.filter((problem) => !/ (?:409|422|429) | console: /.test(problem))).toEqual([]);

  // Own applications that cannot be had are told at once, in the words of the specification: the call is not repeated first. The header
  // and the home each ask for them.
  let asked = 0;
  await page.route(/support_ticket\/owners/, (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/dashboard');
  await told(screen, t.common.errors.unexpected);
  expect(asked).toBeLessThanOrEqual(2);
  await page.context().close();
});
