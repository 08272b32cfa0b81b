/** What a household is asked for, on the page that its SMS leads to: by phone, in Bengali. */
import { expect } from '@playwright/test';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { makeApplicationIn } from './applications.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { bringPapers } from './ownership-papers.ts';
import { arrived, enter, openScreen, press, seen, told, type } from './screen.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const [OWNER, BUYER, APPLICANT] = ['1755000921', '1755000922', '1755000923'];

/** The text behind its last value. */
const endOf = (text: string): string => text.split('}}').at(-1)?.trim() ?? '';

test('a seller with open bills reads what is paid first and pays from there; used-up tries have a way to a new code', async ({
  browser,
  town,
}) => {
  const actor = systemActor(new Date(), today(), 'e2e');
  const connection = await transaction(town.database.db, async (tx) => {
    const consumerId = await addConsumer(tx, actor, {
      ...{ national: OWNER, name: 'Rokeya Begum', nameBn: 'রোকেয়া বেগম' },
    });
    await addConsumer(tx, actor, { national: BUYER, name: 'Habib Khan', nameBn: 'হাবিব খান' });
    const { id: roadId } = await one<{ id: string }>(
      tx,
      sql`select id from settings.roads order by id limit 1`,
    );
    const made = await makeConnection(tx, actor, { consumerId, roadId });
    await makeInvoice(tx, actor, { connectionId: made.id, period: '2026-09-01' });
    return made;
  });
  const asking = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { connections, form, detail, act, errors } = asking.t.ownership;
  await enter(asking, loginOfConsumer(OWNER));
  await asking.page.goto('/owner-ship-change-application-list?page=1');
  await press(asking.page, connections.start);
  const dialog = asking.page.getByRole('dialog');
  await type(dialog, form.phone, BUYER);
  await type(dialog, form.name, 'Habib Khan');
  await type(dialog, form.address, 'Sector 3, Road 7');
  await bringPapers(dialog);
  await press(dialog, form.submit);
  await told(asking, form.sent);
  const { number } = await one<{ number: string }>(
    town.database.db,
    sql`select number from ownership.requests where connection_id = ${connection.id}`,
  );

  // The address of an SMS leads to the request.
  const seller = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const own = watch(seller.page);
  await enter(seller, loginOfConsumer(OWNER));
  await seller.page.goto(`/n/${number}`);
  await arrived(seller.page, /owner-change-request-list\//);
  await seen(seller.page.getByText(endOf(detail.dues_first), { exact: false }));
  await inspect(own);
  await accessible(own);
  await seller.page.getByRole('button', { name: endOf(detail.pay) }).click();
  await arrived(seller.page, /\/pay\?connectionId=/);
  await seller.page.goto('/dashboard');
  await seen(seller.page.getByText(seller.t.dashboard.own.changes).first());
  await inspect(own);

  const buyer = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const eye = watch(buyer.page);
  await enter(buyer, loginOfConsumer(BUYER));
  await buyer.page.goto(`/n/${number}`);
  await press(buyer.page, act.agree);
  const agreeing = buyer.page.getByRole('dialog');
  for (const tried of [1, 2, 3, 4, 5]) {
    await type(agreeing, act.code, `00000${tried}`);
    const answered = buyer.page.waitForResponse((answer) => answer.status() === 422);
    await press(agreeing, act.agree_submit);
    await answered;
    if (tried === 1) await seen(agreeing.getByText(endOf(errors.code_wrong), { exact: false }).first());
  }
  await seen(agreeing.getByText(errors.code_over).first());
  await inspect(eye);
  await seen(agreeing.getByRole('button', { name: act.send_code }));
  const problems = [...own.problems, ...eye.problems].filter((problem) => !/\b422\b/.test(problem));
  expect(problems).toEqual([]);
});

test('an application on hold asks its applicant for nothing: no sum, no day, no counter', async ({
  browser,
  town,
}) => {
  const actor = systemActor(new Date(), today(), 'e2e');
  const consumerId = await transaction(town.database.db, (tx) =>
    addConsumer(tx, actor, { national: APPLICANT, name: 'Salma Khatun', nameBn: 'সালমা খাতুন' }),
  );
  const { id } = await makeApplicationIn(town, { upTo: 'READY_TO_PAY', consumerId });
  await execute(
    town.database.db,
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'The road is being built', overlay_on = ${today()}
      where id = ${id}`,
  );
  const { page, t } = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const eye = watch(page);
  await enter({ page, t, language: 'bn' }, loginOfConsumer(APPLICANT));
  const { applications, dashboard, payments } = t;
  const asks = [
    applications.tracker.pay_title,
    applications.tracker.pay_counter,
    applications.tracker.pay_until,
  ];
  const asksNothing = async (sentence: string) => {
    await seen(page.getByText(sentence, { exact: false }).first());
    for (const text of asks) await expect(page.getByText(endOf(text), { exact: false })).toHaveCount(0);
    await expect(page.getByText('৳', { exact: false })).toHaveCount(0);
    await inspect(eye);
    await accessible(eye);
  };
  await page.goto('/dashboard');
  await asksNothing(dashboard.own.held);
  await page.goto(`/customer/new-connections/${id}`);
  await asksNothing(applications.record.held_own);
  await page.goto(`/pay?applicationId=${id}`);
  await seen(page.getByText(payments.closed.HELD));
  await inspect(eye);
  await page.goto('/customer/new-connections?page=1');
  await seen(page.getByText(applications.record.held_list));
  // What a household reads is not the name of the staff's queue.
  await makeApplicationIn(town, { upTo: 'PENDING', consumerId });
  await page.reload();
  await seen(page.getByText(applications.own_states.PENDING, { exact: true }));
  await expect(page.getByText(applications.states.PENDING, { exact: true })).toHaveCount(0);
  // It goes on, and the last day of its demand note is over: the page does not ask for what is refused.
  await execute(
    town.database.db,
    sql`update applications.applications set overlay = null, overlay_reason = null, overlay_on = null,
        expires_on = ${today()}::date - 1 where id = ${id}`,
  );
  await page.goto(`/customer/new-connections/${id}`);
  await seen(page.getByText(applications.tracker.pay_over_title));
  for (const text of [applications.tracker.pay_title, applications.tracker.pay_counter])
    await expect(page.getByText(endOf(text), { exact: false })).toHaveCount(0);
  await inspect(eye);
  await accessible(eye);
  // Home and the list say the same as the page.
  for (const path of ['/dashboard', '/customer/new-connections?page=1']) {
    await page.goto(path);
    await seen(page.getByText(applications.tracker.pay_over_title));
    await expect(page.getByText(applications.next.READY_TO_PAY.title, { exact: true })).toHaveCount(0);
  }
  expect(eye.problems).toEqual([]);
});
