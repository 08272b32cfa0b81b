/**
 * A household on a phone: the button of one bill opens its sum, and shows what older bills take first; auto-pay shows before it is confirmed
 * which bills it leaves unpaid; and a withdrawal that the office asked for is read on a page of the household's own.
 */
import { expect } from '@playwright/test';
import { makeDebtor } from '#domains/payments/factory.ts';
import { rechargeWallet } from '#domains/wallet/actions/recharge-wallet.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { minor } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { arrived, enter, openScreen, press, seen, type } from './screen.ts';
import { filled, labelled, say } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const SHOTS = process.env.SHOTS;
const PHONE = '1755000871';
const BILL = 115_00;

test('one bill is paid for, not all; what auto-pay leaves unpaid is shown first; a withdrawal of one’s own', async ({
  browser,
  town,
}) => {
  const { db } = town.database;
  const actor = { ...systemActor(new Date(), today(), 'e2e') };
  const { own, newer } = await transaction(db, async (tx) => {
    const own = await addConsumer(tx, actor, { national: PHONE, name: 'Nasrin', nameBn: 'নাসরিন সুলতানা' });
    const { invoices } = await makeDebtor(tx, actor, { consumerId: own, months: 2 });
    await rechargeWallet(tx, actor, {
      ...{ consumerId: own, amountMinor: minor(2_000_00), unusual: true },
      tender: { method: 'CASH' },
    });
    return { own, newer: String(invoices[1]?.id) };
  });
  const { money } = formats({ language: 'bn', bengaliDigits: true }, ZONE);
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const eye = watch(page);
  const shot = async (name: string) => {
    await inspect(eye);
    await accessible(eye);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  await enter(screen, loginOfConsumer(PHONE));

  await page.goto(`/billing/invoice-list/${newer}`);
  await press(page.getByRole('main'), say(t.billing.invoice.pay, { amount: money(BILL) }));
  await arrived(page, /\/pay\?.*bill=/);
  const { pay } = t.payments;
  const main = page.getByRole('main');
  await seen(main.getByRole('button', { name: say(pay.submit, { amount: money(BILL) }), exact: true }));
  await seen(
    main.getByText(say(pay.older, { older: money(BILL), amount: money(BILL), both: money(2 * BILL) })),
  );
  await shot('pay-one-bill');
  await press(main, say(pay.older_too, { amount: money(2 * BILL) }));
  await seen(main.getByRole('button', { name: say(pay.submit, { amount: money(2 * BILL) }), exact: true }));
  // No word of a bank when the wallet pays.
  await main.getByRole('radio', { name: say(pay.way_wallet, { amount: money(2_000_00) }) }).check();
  await seen(
    main.getByRole('button', { name: say(pay.submit_wallet, { amount: money(2 * BILL) }), exact: true }),
  );
  await seen(main.getByText(pay.at_once));
  await expect(main.getByText(pay.safe)).toHaveCount(0);
  await shot('pay-from-wallet');

  const { auto, one: words, own: ownWallet } = t.wallet;
  await page.goto('/customer-wallet-manage');
  await press(
    page
      .locator('main li')
      .filter({ hasText: filled(auto.connection) })
      .first(),
    auto.start,
  );
  const dialog = page.getByRole('dialog');
  await type(dialog, auto.ceiling, '100');
  await seen(dialog.getByText(auto.left.OVER_CEILING).first());
  await expect(dialog.getByRole('link', { name: auto.pay_now })).toHaveCount(2);
  await shot('auto-pay-leaves-out');
  await dialog.getByLabel(labelled(auto.ceiling)).fill('115');
  await expect(dialog.getByText(auto.left.OVER_CEILING)).toHaveCount(0);
  await page.keyboard.press('Escape');

  const { id } = await one<{ id: string }>(
    db,
    sql`insert into wallet.withdrawals (consumer_id, amount_minor, state, wanted, asked_by, asked_by_name, asked_at, asked_on, phone,
        code_expires_at, awaits_code)
      select id, 60000, 'REQUESTED', 'CASH', uuidv7(), 'Karim at the counter', now(), ${today()}::date, phone, now() + interval '30 minutes', true
      from consumers.consumers where id = ${own} returning id`,
  );
  await page.goto(`/deposit-withdraw-mange?withdrawal=${id}`);
  await seen(page.getByRole('heading', { level: 1, name: words.title }));
  await seen(page.getByText(words.ways.REQUESTED));
  await seen(page.getByText(words.office));
  await expect(page.getByText('Karim at the counter')).toHaveCount(0);
  await shot('own-withdrawal');
  await page.getByRole('link', { name: words.wallet }).click();
  await seen(page.getByText(ownWallet.balance));
  // It was never asked for: nothing of it is in the books.
  await execute(
    db,
    sql`update wallet.withdrawals set state = 'REJECTED', rejected_as = 'EXPIRED' where id = ${id}`,
  );
  expect(eye.problems).toEqual([]);
});
