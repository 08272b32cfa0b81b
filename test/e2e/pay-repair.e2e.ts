/** A household pays for its repair: from the sum at home through the bank to the receipt, also after a card was declined; or from its wallet. */
import { expect } from '@playwright/test';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { rechargeWallet } from '#domains/wallet/actions/recharge-wallet.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { minor } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { loginOfConsumer } from './consumer.ts';
import { accessible, type Eye, inspect, watch } from './look.ts';
import { makeRepair } from './repairs.ts';
import { activate, arrived, enter, expectPdf, openScreen, press, type Screen, seen } from './screen.ts';
import { filled, say } from './texts.ts';
import { today } from './today.ts';
import { loginOf, test } from './town.ts';

const DONE = 'source=WORK_ORDER_SURVEY';

async function look(eye: Eye): Promise<void> {
  await inspect(eye);
  await accessible(eye);
}

/** From the page that names the sum to what the bank's page asks. */
async function goToBank({ page, t }: Screen, sum: string): Promise<void> {
  await arrived(page, /\/pay\?workOrderId=/);
  await press(page.getByRole('main'), say(t.payments.pay.submit, { amount: sum }));
  await arrived(page, /\/sandbox-bank\/pay/);
  await seen(page.getByRole('heading', { name: sum, exact: true }));
}

for (const { language, width, national, isDeclined } of [
  { language: 'en', width: 1280, national: '1755001001', isDeclined: false },
  { language: 'bn', width: 390, national: '1755001002', isDeclined: true },
] as const)
  test(`a repair is paid from home at ${width} px in ${language}${isDeclined ? ', the second card is taken' : ''}, and the office sees it`, async ({
    browser,
    town,
  }) => {
    const repair = await makeRepair(town, national);
    const { money, digits } = formats({ language, bengaliDigits: true }, ZONE);
    const sum = money(repair.dueMinor);
    const screen = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = screen;
    const { back, pay, history } = t.payments;
    const { act, detail } = t['work-orders'];
    const bank = bankTexts[language];
    const eye = watch(page);
    const name = say(pay.request, { number: digits(repair.number) });
    await enter(screen, loginOfConsumer(national));
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    const owed = main.locator('section').filter({ hasText: t.dashboard.own.repairs_owe });
    await expect(owed).toContainText(sum);
    await look(eye);
    await activate(owed.getByRole('link', { name: t.dashboard.own.see_repairs_one }));
    await arrived(page, new RegExp(`/work-order-list/${repair.id}`));
    const head = page.locator('article > header');
    await seen(head.getByText(detail.waits_for_payment, { exact: true }));
    await expect(head).toContainText(sum);
    await look(eye);
    await press(page, act.pay);
    await goToBank(screen, sum);

    if (isDeclined) {
      await press(page, bank.decline);
      await arrived(page, /\/payment\/declined/);
      await seen(page.getByRole('heading', { name: back.declined }));
      await seen(main.getByText(name));
      await look(eye);
      // What became of it is with the payments for repairs, not with those for bills.
      await activate(main.getByRole('link', { name: back.history }));
      await arrived(page, new RegExp(DONE));
      await seen(main.getByText(history.own_declined));
      await expect(main.getByRole('button', { name: filled(history.own_receipt) })).toHaveCount(0);
      await look(eye);
      await page.goBack();
      await press(page, back.again);
      await goToBank(screen, sum);
    }
    await press(page, bank.pay(sum));
    await arrived(page, /\/payment\/approved/);
    await seen(page.getByRole('heading', { name: back.approved }));
    await expect(main.getByText(name)).toHaveCount(2);
    await look(eye);
    await expectPdf(screen, back.receipt_pdf);

    await press(page, back.work);
    await arrived(page, new RegExp(`/work-order-list/${repair.id}`));
    await expect(head).toContainText(detail.paid);
    await expect(head).toContainText(sum);
    await seen(main.getByRole('link', { name: filled(detail.receipt) }));
    await expect(page.getByRole('button', { name: act.pay })).toHaveCount(0);
    await look(eye);
    await page.goto('/dashboard');
    await seen(main.getByRole('heading').first());
    await expect(owed).toHaveCount(0);
    await page.goto(`/payment-history?page=1&${DONE}`);
    await expect(main.getByRole('button', { name: filled(history.own_receipt) })).toHaveCount(1);
    await expect(main.getByText(name)).toHaveCount(isDeclined ? 2 : 1);
    await page.context().close();

    const office = await openScreen(browser, { url: town.url, language: 'en' });
    const orders = office.t['work-orders'];
    const shown = office.page.getByRole('main');
    const desk = watch(office.page);
    await enter(office, loginOf('reviewer'));
    await office.page.goto(`/work-order-list/${repair.id}`);
    await seen(shown.getByText(orders.event.pay, { exact: true }));
    await expect(shown.getByText(orders.act.why.not_paid, { exact: false })).toHaveCount(0);
    await look(desk);
    await activate(shown.getByRole('link', { name: filled(orders.detail.receipt) }));
    await arrived(office.page, /\/payment-history\//);
    await seen(shown.getByText(say(office.t.payments.take.WORK_ORDER, { number: repair.number })).first());
    await look(desk);
    expect([eye, desk].flatMap(({ problems }) => problems)).toEqual([]);
    await office.page.context().close();
  });

test('a repair is paid from the wallet in Bengali at 390 px: at once, without a bank, and the rest is in it', async ({
  browser,
  town,
}) => {
  const national = '1755001003';
  const repair = await makeRepair(town, national);
  const { db } = town.database;
  await transaction(db, async (tx) => {
    const { own } = await one<{ own: string }>(
      tx,
      sql`select consumer_id as own from work_orders.orders where id = ${repair.id}`,
    );
    await rechargeWallet(tx, systemActor(new Date(), today(), 'e2e'), {
      ...{ consumerId: own, amountMinor: minor(repair.dueMinor + 50_00), unusual: true },
      tender: { method: 'CASH' },
    });
  });
  const { money, digits } = formats({ language: 'bn', bengaliDigits: true }, ZONE);
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const { pay } = t.payments;
  const eye = watch(page);
  const main = page.getByRole('main');
  await enter(screen, loginOfConsumer(national));
  await page.goto(`/pay?workOrderId=${repair.id}`);
  const inWallet = money(repair.dueMinor + 50_00);
  await main.getByRole('radio', { name: say(pay.way_wallet, { amount: inWallet }) }).check();
  await look(eye);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/pay-repair-wallet.png`, fullPage: true });
  await press(main, say(pay.submit_wallet, { amount: money(repair.dueMinor) }));
  await arrived(page, /\/payment-history\//);
  // The page before it names the request too.
  await seen(main.getByText(t.payments.record.from_wallet));
  await seen(main.getByText(say(pay.request, { number: digits(repair.number) })).first());
  await look(eye);
  await expectPdf(screen, t.payments.record.receipt_pdf);
  await page.goto(`/work-order-list/${repair.id}`);
  await expect(page.locator('article > header')).toContainText(t['work-orders'].detail.paid);
  await page.goto('/customer-wallet-manage');
  await seen(main.getByText(money(50_00)).first());
  await look(eye);
  expect(eye.problems).toEqual([]);
  await page.context().close();
});
