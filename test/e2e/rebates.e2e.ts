/** A rule of rebates from the office to the household: planned with what it would cost, approved, offered on a bill, paid, and taken back. */
import { expect, type Page } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { bn } from '#domains/billing/web/rebates/bn.ts';
import { en } from '#domains/billing/web/rebates/en.ts';
import { recordPayments } from '#domains/payments/actions/record-payments.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import { confirm, enter, openScreen, press, seen, told, type } from './screen.ts';
import { filled, labelled } from './texts.ts';
import { today } from './today.ts';

/** Looked at by a person; kept only if they ask for them. */
const look = async (page: Page, name: string) => {
  const path = `${process.env.PICTURES}/rebate-${name}.png`;
  if (process.env.PICTURES) await page.screenshot({ path, fullPage: true });
};

test('rules with a preview and a second person', async ({ browser, demo }) => {
  const admin = await openScreen(browser, { url: demo.url, language: 'en' });
  const eye = watch(admin.page);
  const words = admin.t.settings.config;
  await enter(admin, { login: 'admin@demo.test', password: DEMO_PASSWORD });
  await admin.page.goto('/settings');
  await admin.page
    .locator('main')
    .getByRole('link', { name: new RegExp(`^${en.title}`) })
    .click();
  await seen(admin.page.getByRole('heading', { name: en.title, level: 1 }));
  await type(admin.page, en.percent, '120');
  await press(admin.page, en.preview.ask);
  await type(admin.page, en.percent, '৭.৫');
  await type(admin.page, en.days, '10');
  await type(admin.page, en.most, '50');
  await press(admin.page, new RegExp(`^(${en.preview.ask.replace('?', '\\?')}|${en.preview.again})$`));
  await seen(admin.page.getByText(en.preview.most, { exact: true }));
  await admin.page.getByLabel(labelled(words.reason)).fill('Resolution of the board');
  await inspect(eye);
  await look(admin.page, 'plan-en');
  await accessible(eye);
  await admin.page.setViewportSize({ width: 390, height: 844 });
  await inspect(eye);
  await look(admin.page, 'plan-en-phone');
  await admin.page.setViewportSize({ width: 1280, height: 900 });
  await press(admin.page, words.plan);
  await told(admin, words.planned);
  await seen(admin.page.getByText(words.own_plan));
  const engineer = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const other = watch(engineer.page);
  await enter(engineer, { login: 'engineer@demo.test', password: DEMO_PASSWORD });
  await engineer.page.goto('/configuration/rebates');
  await seen(engineer.page.getByRole('heading', { name: bn.title, level: 1 }));
  await inspect(other);
  await look(engineer.page, 'approve-bn');
  await accessible(other);
  await engineer.page.setViewportSize({ width: 1280, height: 900 });
  await inspect(other);
  await look(engineer.page, 'approve-bn-desk');
  await engineer.page
    .getByRole('button', { name: new RegExp(`^${engineer.t.settings.config.approve}`) })
    .click();
  await confirm(engineer);
  await told(engineer, engineer.t.settings.config.approved);
  expect([...eye.problems, ...other.problems]).toEqual([]);
});

test('a household reads what paying in time brings; the office what became of it', async ({
  browser,
  demo,
}) => {
  const { db } = demo.database;
  const actor = systemActor(new Date(), today(), 'e2e');
  const { connectionId } = await one<{ connectionId: string }>(
    db,
    sql`select c.id as "connectionId" from meters.connections c join identity.users u on u.consumer_id = c.consumer_id
      where u.email = ${CONSUMER_EMAIL} and c.status = 'active' order by c.number desc limit 1`,
  );
  const bill = await transaction(db, (tx) =>
    makeInvoice(tx, actor, {
      ...{ connectionId, period: firstOfMonth(today()), issuedOn: today(), dueOn: addDays(today(), 20) },
    }),
  );
  const phone = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page } = phone;
  const eye = watch(page);
  await enter(phone, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  await page.goto(`/billing/invoice-list/${bill.id}`);
  await seen(page.getByText(filled(bn.bill.offered)));
  await inspect(eye);
  await look(page, 'offered-bn');
  await accessible(eye);
  const open = await one<{ amountMinor: number }>(
    db,
    sql`select coalesce(sum(total_minor - settled_minor), 0)::bigint as "amountMinor" from billing.invoices
      where connection_id = ${connectionId} and cancelled_on is null`,
  );
  await transaction(db, (tx) =>
    recordPayments(tx, actor, [{ connectionId, method: 'CASH', paidOn: today(), ...open }]),
  );
  await page.reload();
  await seen(page.getByText(filled(bn.bill.earned)));
  await look(page, 'earned-bn');
  expect(eye.problems).toEqual([]);

  const of = (condition: ReturnType<typeof sql>) =>
    one<{ id: string }>(
      db,
      sql`select invoice_id as id from billing.rebates where ${condition} order by id limit 1`,
    );
  const given = await of(sql`taken_back_on is null`);
  const lost = await of(sql`taken_back_because = 'NOT_PAID'`);
  const desk = await openScreen(browser, { url: demo.url, language: 'en' });
  const office = watch(desk.page);
  await enter(desk, { login: 'admin@demo.test', password: DEMO_PASSWORD });
  await desk.page.goto(`/billing/invoice-list/${given.id}`);
  await seen(desk.page.getByText(filled(en.bill.credited)));
  await inspect(office);
  await look(desk.page, 'credited-en');
  await accessible(office);
  await desk.page.goto(`/billing/invoice-list/${lost.id}`);
  await seen(desk.page.getByText(en.bill.because.NOT_PAID));
  await inspect(office);
  await look(desk.page, 'taken-back-en');
  await desk.page.setViewportSize({ width: 390, height: 844 });
  await inspect(office);
  await look(desk.page, 'taken-back-en-phone');
  expect(office.problems).toEqual([]);
});
