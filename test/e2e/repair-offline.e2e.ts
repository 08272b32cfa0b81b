/**
 * A crew's phone that loses its network: arrival, photos and the completion stay on the phone, survive a reload while they are typed, and
 * reach the server one time, in their order, with the times at which they were noted.
 */
import { expect, type Page } from '@playwright/test';
import { completeOrder } from '#domains/work-orders/steps/contract.ts';
import { ways } from '#domains/work-orders/web/outbox.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { portrait } from './papers.ts';
import type { Program } from './program.ts';
import { makeRepairUpTo } from './repairs.ts';
import { activate, arrived, press, seen, told, type } from './screen.ts';
import { look, PHONE, type Seat, sit } from './seat.ts';
import { figure, openList, real, unsent } from './survey-offline/phone.ts';
import { filled, labelled, say } from './texts.ts';
import { test } from './town.ts';

const orderOf = ({ database: { db } }: Program, id: string) =>
  one<{
    state: string;
    cause: string | null;
    arrived: string;
    completed: string | null;
    used: number | null;
    unproven: string | null;
  }>(
    db,
    sql`select state, cause, arrived_at as arrived, completed_at as completed, used_minor as used, unproven_reason as unproven from work_orders.orders where id = ${id}`,
  );
const photosOf = ({ database: { db } }: Program, id: string) =>
  all<{ moment: string }>(
    db,
    sql`select moment from work_orders.photos where order_id = ${id} order by uploaded_at, id`,
  );
const completions = ({ database: { db } }: Program, id: string) =>
  all(
    db,
    sql`select a.after -> 'unusualReason' as reason from platform.audit a where a.object_id = ${id} and a.action = 'work-order.complete'`,
  );
const form = (id: string) => `/work-order-repair/${id}`;
const crew = (browser: Parameters<typeof sit>[0], town: Program, language: 'bn' | 'en') =>
  sit(browser, town, { who: 'installer', language, width: PHONE });

/** The order as assigned a while ago: what is noted now comes after it. */
async function assigned(town: Program, national: string) {
  const order = await makeRepairUpTo(town, national, 'ASSIGNED');
  await execute(
    town.database.db,
    sql`update work_orders.orders set assigned_at = assigned_at - interval '3 hours', asked_at = asked_at - interval '4 hours' where id = ${order.id}`,
  );
  return order;
}

const addPhoto = async (page: Page, index: number) =>
  page
    .locator('main input[type=file][multiple]')
    .nth(index)
    .setInputFiles(await portrait());

/** A photo of what was done, which is on the server. */
async function proof(town: Program, { page }: Seat, id: string) {
  await addPhoto(page, 1);
  await expect.poll(async () => (await photosOf(town, id)).map(({ moment }) => moment)).toContain('AFTER');
}

async function fill({ page, t }: Seat) {
  const { detail, cost } = t['work-orders'];
  await type(page, detail.cause, 'Old joint');
  await type(page, detail.work_done, 'Joint renewed');
  await type(page, cost.labour, '850');
}

for (const [language, national] of [
  ['bn', '1755000961'],
  ['en', '1755000962'],
] as const)
  test(`a repair is noted and completed without a network, in ${language}, and is sent one time when a page is opened with one`, async ({
    browser,
    town,
  }) => {
    const { id } = await assigned(town, national);
    const seat = await crew(browser, town, language);
    const { page, t } = seat;
    const { act, phone, detail, errors } = t['work-orders'];
    const context = page.context();
    await page.goto('/work-order-repair?page=1');
    await activate(page.locator(`a[href="${form(id)}"]`));
    await arrived(page, new RegExp(id));
    await seen(page.getByRole('button', { name: act.arrive, exact: true }));
    await expect(page.locator('main input[type=file][multiple]')).toHaveCount(1);

    await context.setOffline(true);
    await addPhoto(page, 0);
    await unsent(seat, 1);
    await press(page, act.arrive);
    await told(seat, phone.arrived_here);
    await fill(seat);
    // Neither a photo nor a reason: it is asked here, and nothing is kept to be sent.
    await press(page, act.complete);
    await seen(page.getByText(errors.unproven));
    await unsent(seat, 3);
    await addPhoto(page, 1);
    await expect(page.getByText(errors.unproven)).toHaveCount(0);
    await unsent(seat, 4);
    await seen(page.getByText(say(t.frame.outbox.no_network_other, { count: figure(language, 4) })));
    await page.evaluate(() => scrollTo(0, 0));
    await look(seat);
    await press(page, act.complete);
    await told(seat, phone.kept_here);
    const list = await openList(seat);
    // The arrival, two photos, and last of all the completion.
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list.getByRole('listitem').last()).toContainText(ways[1]?.title[language] ?? '');
    await look(seat);
    await page.keyboard.press('Escape');
    await activate(page.locator(`a[href="${form(id)}"]`));
    await seen(page.getByText(phone.completed_here));
    await seen(page.locator('dl').getByText('Joint renewed'));
    await look(seat);
    expect(await orderOf(town, id)).toMatchObject({ state: 'ASSIGNED', cause: null });
    expect(real(seat.eye)).toEqual([]);
    await page.close();

    await context.setOffline(false);
    const again = { ...seat, page: await context.newPage() };
    await again.page.goto('/dashboard');
    await expect.poll(async () => (await orderOf(town, id)).state).toBe('COMPLETED');
    await unsent(again, 0);
    expect(await orderOf(town, id)).toMatchObject({ cause: 'Old joint', used: 85_000 });
    expect((await photosOf(town, id)).map(({ moment }) => moment).toSorted()).toEqual(['AFTER', 'BEFORE']);
    expect(await completions(town, id)).toHaveLength(1);
    await again.page.goto(form(id));
    await seen(again.page.getByText(t['work-orders'].repair.is_done));
    await expect(again.page.getByText(labelled(detail.work_done))).toHaveCount(0);
    await context.close();
  });

test('what is typed survives a reload, is counted, and goes if it is discarded', async ({
  browser,
  town,
}) => {
  const { id } = await assigned(town, '1755000963');
  const seat = await crew(browser, town, 'en');
  const { page, t } = seat;
  const { act, detail, phone, arrive, complete, errors } = t['work-orders'];
  await page.goto(form(id));
  await press(page, act.arrive);
  await told(seat, arrive.done);
  await type(page, detail.cause, 'A root of the tree');
  await unsent(seat, 1);
  await page.reload();
  await seen(page.getByText(filled(phone.started)));
  await expect(page.getByLabel(labelled(detail.cause))).toHaveValue('A root of the tree');
  await look(seat);
  const list = await openList(seat);
  await seen(list.getByText(t.frame.outbox.states.draft));
  await expect(list.getByRole('button', { name: filled(t.frame.outbox.send) })).toHaveCount(0);
  await look(seat);
  await page.keyboard.press('Escape');
  expect((await orderOf(town, id)).state).toBe('IN_PROGRESS');
  await press(page.locator('main'), t.frame.outbox.discard);
  await press(page.getByRole('dialog'), t.frame.outbox.discard);
  await expect(page.getByLabel(labelled(detail.cause))).toHaveValue('');
  await unsent(seat, 0);
  // Without a photo of what was done the form asks why, and sends nothing.
  await fill(seat);
  await press(page, act.complete);
  const why = page.getByRole('textbox', { name: labelled(complete.unproven_reason) });
  await expect(why).toBeFocused();
  await seen(page.getByText(errors.unproven));
  await look(seat);
  expect((await orderOf(town, id)).state).toBe('IN_PROGRESS');
  await why.fill('The phone had no charge left');
  await unsent(seat, 1);
  // A photo answers it too.
  await proof(town, seat, id);
  await expect(why).toHaveCount(0);
  // With a network it is completed at once.
  await press(page, act.complete);
  await told(seat, complete.done);
  await unsent(seat, 0);
  expect(await orderOf(town, id)).toMatchObject({ state: 'COMPLETED', unproven: null });
  expect(real(seat.eye)).toEqual([]);
  await page.context().close();
});

test('a completion whose answer is lost is made one time; a photo of a colleague meanwhile stops nothing', async ({
  browser,
  town,
}) => {
  const { id } = await assigned(town, '1755000924');
  const seat = await crew(browser, town, 'en');
  const { page, t } = seat;
  const { act, arrive } = t['work-orders'];
  await page.goto(form(id));
  await press(page, act.arrive);
  await told(seat, arrive.done);
  await fill(seat);
  await proof(town, seat, id);
  await unsent(seat, 1);
  const keys: string[] = [];
  await page.route(`**${completeOrder.path}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    // While it is under way, so that the page cannot have seen it.
    if (keys.length === 1)
      await execute(
        town.database.db,
        sql`update work_orders.orders set version = version + 1 where id = ${id}`,
      );
    const answer = await route.fetch();
    if (answer.ok() && keys.filter((key) => key === keys.at(-1)).length === 1)
      return route.abort('connectionreset');
    return route.fulfill({ response: answer });
  });
  await press(page, act.complete);
  await expect.poll(async () => (await orderOf(town, id)).state).toBe('COMPLETED');
  await unsent(seat, 0);
  // Refused for the version one time, then sent two times with one key.
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(2);
  expect(await completions(town, id)).toHaveLength(1);
  await page.context().close();
});

test('labour and lost water beyond the usual are asked about in the form, and the verifier sees the reason first', async ({
  browser,
  town,
}) => {
  const { id } = await assigned(town, '1755000925');
  const seat = await crew(browser, town, 'bn');
  const { page, t } = seat;
  const { act, arrive, complete, detail, cost, unusual, unproven, errors } = t['work-orders'];
  await page.goto(form(id));
  await press(page, act.arrive);
  await told(seat, arrive.done);
  await fill(seat);
  await type(page, cost.labour, '99999999');
  await seen(page.getByText(filled(complete.more_labour)));
  const reason = 'পুরো রাস্তা খুঁড়তে হয়েছে';
  const noPhoto = 'ফোনে চার্জ ছিল না';
  await press(page, act.complete);
  // Without the reasons nothing is sent.
  await seen(page.getByText(t.common.errors.required).first());
  await seen(page.getByText(errors.unproven).first());
  await look(seat);
  await type(page, complete.unusual_reason, reason);
  await type(page, complete.unproven_reason, noPhoto);
  await press(page, act.complete);
  await seen(page.getByText(filled(t['work-orders'].errors.labour_absurd)).first());
  await look(seat);
  await type(page, cost.labour, '50000');
  await type(page, detail.lost, '900');
  await seen(page.getByText(filled(complete.more_lost)));
  await press(page, act.complete);
  await told(seat, complete.done);
  expect(await completions(town, id)).toEqual([{ reason }]);
  await page.context().close();

  const clerk = await sit(browser, town, { who: 'reviewer', language: 'bn', width: PHONE });
  await clerk.page.goto(`/work-order-list/${id}`);
  await seen(clerk.page.getByText(unusual.title, { exact: true }));
  await press(clerk.page, act.verify);
  const dialog = clerk.page.getByRole('dialog');
  await seen(dialog.getByText(unusual.title, { exact: true }));
  await seen(dialog.getByText(reason, { exact: false }));
  await seen(dialog.getByText(unproven.title, { exact: true }));
  await seen(dialog.getByText(noPhoto, { exact: false }));
  await look(clerk);
  await clerk.page.context().close();
});
