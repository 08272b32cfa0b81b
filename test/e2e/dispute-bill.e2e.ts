/** A household says on a phone that a bill is wrong; the office looks at it and decides; the household reads the answer. */
import { expect, type Page } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { bn } from '#domains/billing/web/disputes/bn.ts';
import { en } from '#domains/billing/web/disputes/en.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { test } from './demo.ts';
import { accessible, inspect, watch } from './look.ts';
import { enter, openScreen, press, seen } from './screen.ts';
import { filled, labelled } from './texts.ts';

/** Looked at by a person; kept only if they ask for them. */
const look = async (page: Page, name: string) => {
  const path = `${process.env.PICTURES}/dispute-${name}.png`;
  if (process.env.PICTURES) await page.screenshot({ path, fullPage: true });
};

const WORDS = 'মিটারে এর চেয়ে অনেক কম দেখাচ্ছে';
const ANSWER = 'মিটারের ছবি দেখা হয়েছে, রিডিং সঠিক।';

test('an objection from the phone to its answer', async ({ browser, demo }) => {
  const bill = await one<{ id: string; number: string }>(
    demo.database.db,
    sql`select i.id, i.number from billing.invoices i join identity.users u on u.consumer_id = i.consumer_id
      where u.email = ${CONSUMER_EMAIL} and i.cancelled_on is null and i.settled_minor < i.total_minor order by i.issued_on desc limit 1`,
  );
  // The bills of the town are as old as the day of the month.
  await execute(
    demo.database.db,
    sql`insert into settings.entries (key, value) values ('billing', '{"disputeDays": 90}')
      on conflict (key) do update set value = entries.value || '{"disputeDays": 90}'`,
  );
  const phone = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
  const { page } = phone;
  const eye = watch(page);
  await enter(phone, { login: CONSUMER_EMAIL, password: DEMO_PASSWORD });
  await page.goto(`/billing/invoice-list/${bill.id}`);
  await press(page.locator('main'), phone.t.billing.invoice.object);
  const dialog = page.getByRole('dialog');
  await inspect(eye);
  await look(page, 'ask');
  await accessible(eye);
  // Nothing chosen, nothing written: each field says so.
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByLabel(labelled(bn.ask.words))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('radio', { name: bn.reasons.READING_WRONG }).check();
  await dialog.getByLabel(labelled(bn.ask.words)).fill(WORDS);
  await dialog.getByLabel(labelled(bn.ask.figure)).fill('৪১');
  await dialog.locator('button[type=submit]').click();
  await seen(page.getByText(filled(bn.since)));
  await seen(page.locator('main').getByText(bn.mark).first());
  await inspect(eye);
  await look(page, 'open');
  await accessible(eye);
  expect(eye.problems).toEqual([]);

  const desk = await openScreen(browser, { url: demo.url, language: 'en' });
  const office = watch(desk.page);
  await enter(desk, { login: 'admin@demo.test', password: DEMO_PASSWORD });
  await desk.page.goto('/billing/disputes?page=1&open=true&sort=-askedAt');
  await seen(desk.page.getByRole('heading', { name: en.title, level: 1 }));
  await inspect(office);
  await look(desk.page, 'list');
  await accessible(office);
  const dispute = await one<{ id: string }>(
    demo.database.db,
    sql`select id from billing.disputes where invoice_id = ${bill.id}`,
  );
  await desk.page.locator(`main a[href*="/billing/disputes/${dispute.id}"]`).first().click();
  await seen(desk.page.getByText(WORDS));
  await inspect(office);
  await look(desk.page, 'record');
  await accessible(office);
  await press(desk.page.locator('main'), en.assign.take);
  await seen(desk.page.getByText(filled(en.assign.with)));
  await press(desk.page.locator('main'), en.decide.open);
  const decision = desk.page.getByRole('dialog');
  await decision.getByRole('radio', { name: en.decide.verdicts.REJECTED }).check();
  await decision.getByLabel(labelled(en.decide.answer)).fill(ANSWER);
  await decision.locator('button[type=submit]').click();
  await seen(desk.page.locator('main').getByText(ANSWER));
  expect(office.problems).toEqual([]);

  await page.reload();
  await seen(page.locator('main').getByText(ANSWER));
  await seen(page.locator('main').getByText(bn.states.REJECTED));
  await inspect(eye);
  await look(page, 'answered');
  expect(eye.problems).toEqual([]);
});
