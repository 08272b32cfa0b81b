/** A bill is paid at the counter while its household has the page open: it sees the new sum, keeps what it typed, and pays nothing ahead. */
import { expect } from '@playwright/test';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { minor } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { arrived, enter, openScreen, press, seen, type } from './screen.ts';
import { labelled, say } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

for (const { language, width, national } of [
  { language: 'en', width: 1280, national: '1755000876' },
  { language: 'bn', width: 390, national: '1755000877' },
] as const)
  test(`what is due moves while the page is open, in ${language} at ${width} px`, async ({
    browser,
    town,
  }) => {
    const { db } = town.database;
    const actor = { ...systemActor(new Date(), today(), 'e2e') };
    const connectionId = await transaction(db, async (tx) => {
      const own = await addConsumer(tx, actor, { national, name: 'Salma', nameBn: 'সালমা বেগম' });
      return (await makeDebtor(tx, actor, { consumerId: own })).connectionId;
    });
    const paidAtCounter = (taka: number) =>
      transaction(db, (tx) =>
        makePayment(tx, actor, {
          ...{ connectionId, amountMinor: minor(taka * 100) },
          tender: { method: 'CASH' },
        }),
      );
    const { money } = formats({ language, bengaliDigits: true }, ZONE);
    const screen = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = screen;
    const { pay, errors } = t.payments;
    const eye = watch(page);
    const main = page.getByRole('main');
    const button = (taka: number) =>
      main.getByRole('button', { name: say(pay.submit, { amount: money(taka * 100) }), exact: true });
    const moved = (taka: number) =>
      main.getByRole('alert').filter({ hasText: say(errors.due_moved, { open: money(taka * 100) }) });
    await enter(screen, loginOfConsumer(national));
    await page.goto(`/pay?connectionId=${connectionId}`);
    await seen(button(115));

    await paidAtCounter(15);
    await button(115).click();
    await seen(moved(100));
    // Nobody typed a sum: the proposed one is what is due now.
    await seen(button(100));
    await inspect(eye);
    await accessible(eye);

    await type(main, pay.amount, '60');
    await paidAtCounter(30);
    await button(60).click();
    await seen(moved(70));
    await expect(main.getByText(money(7_000), { exact: true }).first()).toBeVisible();
    await expect(main.getByLabel(labelled(pay.amount))).toHaveValue(/[6৬][0০]/);
    await button(60).click();
    await arrived(page, /\/sandbox-bank\/pay/);
    await press(page, bankTexts[language].pay(money(6_000)));
    await arrived(page, /\/payment\/approved/);
    await seen(page.getByRole('heading', { name: t.payments.back.approved }));
    expect(eye.problems.filter((problem) => !/\b409\b/.test(problem))).toEqual([]);
    await page.context().close();
  });
