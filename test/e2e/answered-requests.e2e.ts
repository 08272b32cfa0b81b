/**
 * A household's request is answered and closed, and opened again; its charge is paid by a link without signing in; its photos are
 * pictures. Looked at on a phone and on a desk, in both languages.
 */
import { expect } from '@playwright/test';
import { makeOrderPayment } from '#domains/payments/actions/make-payment.ts';
import { bankTexts } from '#domains/payments/sandbox/texts.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { formats } from '#shared/format.ts';
import { minor } from '#shared/money.ts';
import { ZONE } from '#test/zone.ts';
import { watch } from './look.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { makeRepair, makeRepairUpTo } from './repairs.ts';
import { activate, arrived, openScreen, press, seen, told, type } from './screen.ts';
import { look, PHONE, quiet, type Seat, sit } from './seat.ts';
import { say } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const TEXT = 'The road is opened tomorrow. Somebody comes after that.';

/** A step of the record: on a phone it may be in the menu of the others. */
async function take({ page, t }: Seat, name: string): Promise<void> {
  await seen(page.locator('article > header'));
  const button = page.getByRole('button', { name, exact: true }).filter({ visible: true });
  const item = page.getByRole('menuitem', { name, exact: true });
  if ((await button.count()) === 0) await press(page, t.common.actions.more_actions);
  await activate(button.or(item).first());
}

for (const { home, office, national, width } of [
  { home: 'bn', office: 'en', national: '1755000931', width: 1280 },
  { home: 'en', office: 'bn', national: '1755000932', width: PHONE },
] as const)
  test(`a request is answered and closed in ${office}, and its household opens it again in ${home}`, async ({
    browser,
    town,
  }) => {
    const { id, number } = await makeRepairUpTo(town, national, 'ON_REVIEW');
    const clerk = await sit(browser, town, { who: 'reviewer', language: office, width });
    const { act, reply, ending } = clerk.t['work-orders'];
    await clerk.page.goto(`/repair-request?page=1&state=ON_REVIEW&search=${number}`);
    await seen(clerk.page.locator(`main a[href*='${id}']`).first());
    await look(clerk);
    await clerk.page.goto(`/work-order-list/${id}`);
    await take(clerk, act.reply);
    const dialog = clerk.page.getByRole('dialog');
    await type(dialog, reply.text, TEXT);
    await look(clerk);
    await press(dialog, act.reply);
    await told(clerk, reply.done);
    await seen(clerk.page.getByText(TEXT).first());

    const owner = await sit(browser, town, { who: { household: national }, language: home, width: PHONE });
    const own = owner.t['work-orders'];
    await owner.page.goto(`/work-order-list/${id}`);
    await seen(owner.page.getByText(`${own.detail.reply}: ${TEXT}`));
    await look(owner);

    await take(clerk, act.reject);
    await type(clerk.page.getByRole('dialog'), ending.remark, 'It is your own pipe.');
    await press(clerk.page.getByRole('dialog'), act.reject);
    await told(clerk, act.status_updated);

    await owner.page.reload();
    await seen(owner.page.getByText(own.detail.again_help));
    await press(owner.page, own.act['reopen-request']);
    const again = owner.page.getByRole('dialog');
    await type(again, own.again.remark, 'It comes out before the meter.');
    await look(owner);
    await press(again, own.act['reopen-request']);
    await told(owner, own.again.done);
    const { state } = await one<{ state: string }>(
      town.database.db,
      sql`select state from work_orders.orders where id = ${id}`,
    );
    expect(state).toBe('PENDING');
    await clerk.page.reload();
    const names = clerk.t['work-orders'];
    await seen(clerk.page.getByText(names.event['reopen-request'], { exact: true }).first());
    await look(clerk);
    quiet(clerk, owner);
    for (const { page } of [clerk, owner]) await page.context().close();
  });

/** A message is emptied as soon as it is sent: the link gets a code that the test knows. */
async function knownCode({ asOwner }: Program, id: string): Promise<string> {
  const code = `e2e-${id}`;
  const { links } = await asOwner((db) =>
    one<{ links: number }>(
      db,
      sql`with known as (update payments.links set token_hash = sha256(convert_to(${code}, 'UTF8')) where work_order_id = ${id} returning id)
      select count(*)::int as links from known`,
    ),
  );
  expect(links).toBe(1);
  return code;
}

for (const { language, width, national } of [
  { language: 'en', width: 1280, national: '1755000933' },
  { language: 'bn', width: PHONE, national: '1755000934' },
] as const)
  test(`a link to pay is sent and paid without signing in, at ${width} px in ${language}`, async ({
    browser,
    town,
  }) => {
    const repair = await makeRepair(town, national);
    const clerk = await sit(browser, town, { who: 'cashier', language, width });
    const { link } = clerk.t['work-orders'];
    await clerk.page.goto(`/work-order-payment?page=1&money=DUE&search=${repair.number}`);
    await seen(clerk.page.locator(`main a[href*='${repair.id}']`).first());
    await look(clerk);
    await clerk.page.goto(`/work-order-list/${repair.id}`);
    await take(clerk, link.send);
    await press(clerk.page.getByRole('dialog'), link.send);
    await told(clerk, link.sent);

    const code = await knownCode(town, repair.id);
    const guest = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = guest;
    const eye = watch(page);
    const seat = { ...guest, eye };
    const { money } = formats({ language, bengaliDigits: true }, ZONE);
    const sum = money(repair.dueMinor);
    await page.goto(`/pay-link#${code}`);
    await seen(page.getByText(t.payments.link.title).first());
    await seen(page.getByText(sum).first());
    await look(seat);
    const toBank = async () => {
      await press(page, say(t.payments.pay.submit, { amount: sum }));
      await arrived(page, /\/sandbox-bank\/pay/);
    };
    await toBank();
    await press(page, bankTexts[language].decline);
    await arrived(page, /\/pay-link$/);
    await seen(page.getByText(t.payments.back.declined));
    await look(seat);
    await toBank();
    await press(page, bankTexts[language].pay(sum));
    await arrived(page, /\/pay-link$/);
    await seen(page.getByText(say(t.payments.link.not_due.PAID, { amount: sum })));
    await look(seat);
    quiet(clerk, seat);
    await page.goto('/pay-link#nothing-that-was-sent');
    await page.reload();
    await seen(page.getByText(t.payments.errors.link_unknown));
    await page.context().close();
    await clerk.page.context().close();
  });

for (const { language, width, national } of [
  { language: 'en', width: 1280, national: '1755000937' },
  { language: 'bn', width: PHONE, national: '1755000938' },
] as const)
  test(`what was paid at the counter while the page of its link was open is told there, at ${width} px in ${language}`, async ({
    browser,
    town,
  }) => {
    const repair = await makeRepair(town, national);
    const clerk = await sit(browser, town, { who: 'cashier', language, width });
    const { link } = clerk.t['work-orders'];
    await clerk.page.goto(`/work-order-list/${repair.id}`);
    await take(clerk, link.send);
    await press(clerk.page.getByRole('dialog'), link.send);
    await told(clerk, link.sent);
    const guest = await openScreen(browser, { url: town.url, language, width });
    const { page, t } = guest;
    const seat = { ...guest, eye: watch(page) };
    const sum = formats({ language, bengaliDigits: true }, ZONE).money(repair.dueMinor);
    await page.goto(`/pay-link#${await knownCode(town, repair.id)}`);
    const pay = page.getByRole('button', { name: say(t.payments.pay.submit, { amount: sum }), exact: true });
    await seen(pay);
    await transaction(town.database.db, (tx) =>
      makeOrderPayment(tx, systemActor(new Date(), today(), 'e2e'), {
        ...{ orderId: repair.id, amountMinor: minor(repair.dueMinor) },
        tender: { method: 'CASH' },
      }),
    );
    await pay.click();
    await seen(page.getByText(t.payments.link.states.PAID_ELSEWHERE, { exact: true }));
    await seen(page.getByText(say(t.payments.link.not_due.PAID_ELSEWHERE, { amount: sum })));
    await expect(pay).toHaveCount(0);
    await look(seat);
    expect(seat.eye.problems.filter((problem) => !/\b(?:409|422)\b/.test(problem))).toEqual([]);
    quiet(clerk);
    for (const seated of [seat, clerk]) await seated.page.context().close();
  });

test('photos of an order are pictures in its page, for the household and the office', async ({
  browser,
  town,
}) => {
  const national = '1755000935';
  const { id } = await makeRepairUpTo(town, national, 'ASSIGNED');
  const crew = await sit(browser, town, { who: 'installer', language: 'bn', width: PHONE });
  await crew.page.goto(`/work-order-repair/${id}`);
  await crew.page
    .locator('main input[type=file][multiple]')
    .first()
    .setInputFiles(await portrait());
  const pictures = crew.page.locator('main ul button img');
  await expect(pictures).toHaveCount(1);
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await look(crew);
  for (const [width, language] of [
    [1280, 'en'],
    [PHONE, 'bn'],
  ] as const) {
    const clerk = await sit(browser, town, { who: 'reviewer', language, width });
    await clerk.page.goto(`/work-order-list/${id}`);
    await expect(clerk.page.locator('main ul button img')).toHaveCount(1);
    await look(clerk);
    quiet(clerk);
    await clerk.page.context().close();
  }
  quiet(crew);
  await crew.page.context().close();
});
