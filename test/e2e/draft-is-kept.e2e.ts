/** A draft on a phone whose page goes away in the middle of a word: what was typed last is on the server or comes back. */
import { expect, type Page, type Route } from '@playwright/test';
import { createDraft, updateDraft } from '#domains/applications/intake/contract.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { arrived, enter, openScreen, press, type Screen, seen, type } from './screen.ts';
import { labelled } from './texts.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const SAVE = `**${updateDraft.path}`;

/** Somebody who begins an application on a phone, in Bengali. */
async function begin(browser: Parameters<typeof openScreen>[0], town: Program, national: string) {
  const actor = systemActor(new Date(), today(), 'e2e');
  const name = { name: 'Salma Akter', nameBn: 'সালমা আক্তার' };
  await transaction(town.database.db, (tx) => addConsumer(tx, actor, { national, ...name }));
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page } = screen;
  await enter(screen, loginOfConsumer(national));
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}').IdToken);
  const answer = await page.request.post(`/api/${createDraft.service}${createDraft.path}`, {
    data: {},
    headers: { Authorization: `Bearer ${token}` },
  });
  const { id } = (await answer.json()).data as { id: string };
  await page.goto(`/customer/new-connections/${id}?section=applicant`);
  await seen(nameField(screen));
  return { screen, page, id };
}

const nameField = ({ page, t }: Screen) =>
  page.getByLabel(labelled(t.applications.fields.name), { exact: true }).first();

const nameOf = async ({ database }: Program, id: string) =>
  (
    await one<{ name: string | null }>(
      database.db,
      sql`select applicant ->> 'name' as name from applications.applications where id = ${id}`,
    )
  ).name;

/**
 * From the next page on, saving finds no network while this browser is cut off. What a page sends while it goes is not
 * seen by Playwright's routes, so the page itself is without.
 */
async function cuttable({ page }: Screen): Promise<(isCut: boolean) => Promise<void>> {
  await page.addInitScript((path) => {
    const ask = window.fetch;
    window.fetch = async (input, how) => {
      if (String(input).endsWith(path) && localStorage.getItem('cut')) throw new TypeError('cut off');
      return ask(input, how);
    };
  }, updateDraft.path);
  await page.reload();
  await seen(page.locator('h1'));
  return (isCut) =>
    page.evaluate((cut) => (cut ? localStorage.setItem('cut', '1') : localStorage.removeItem('cut')), isCut);
}

const unsentIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsent:')).length);

test('a page that is left in the middle of a word sends the last change on its way out', async ({
  browser,
  town,
}) => {
  const { screen, page, id } = await begin(browser, town, '1755000501');
  // Nearby, an ordinary call arrives from a page that goes too; from a slow phone only this kind does.
  await page.evaluate((path) => {
    const ask = window.fetch;
    window.fetch = (input, how) => {
      if (String(input).endsWith(path)) sessionStorage.setItem('outlives', String(how?.keepalive));
      return ask(input, how);
    };
  }, updateDraft.path);
  await type(page, screen.t.applications.fields.name, 'Salma Akter Banu');
  // No code of ours runs on the next page.
  await page.goto('/favicon.svg');
  expect(await page.evaluate(() => sessionStorage.getItem('outlives'))).toBe('true');
  await expect.poll(() => nameOf(town, id)).toBe('Salma Akter Banu');
  await page.context().close();
});

test('a reload without a network brings the last change back, and sends it', async ({ browser, town }) => {
  const { screen, page, id } = await begin(browser, town, '1755000502');
  const cutOff = await cuttable(screen);
  await cutOff(true);
  await type(page, screen.t.applications.fields.name, 'Salma Akter Shilpi');
  await page.reload();
  // Nobody was reached: the form has it, says so, and sends it when it is pressed.
  await expect(nameField(screen)).toHaveValue('Salma Akter Shilpi');
  await seen(page.getByRole('alert').filter({ hasText: screen.t.applications.save.kept_here }));
  expect(await nameOf(town, id)).toBeNull();
  await cutOff(false);
  await page.reload();
  await expect(nameField(screen)).toHaveValue('Salma Akter Shilpi');
  expect(await nameOf(town, id)).toBe('Salma Akter Shilpi');
  expect(await unsentIn(page)).toBe(0);
  await page.context().close();
});

test('what could not be sent is sent by itself when the network is back', async ({ browser, town }) => {
  const { screen, page, id } = await begin(browser, town, '1755000505');
  const kept = page.getByRole('alert').filter({ hasText: screen.t.applications.save.kept_here });
  await page.context().setOffline(true);
  await type(page, screen.t.applications.fields.name, 'Salma Akter Nodi');
  await seen(kept);
  await page.context().setOffline(false);
  await expect.poll(() => nameOf(town, id)).toBe('Salma Akter Nodi');
  // No event tells that the server is back after it was away.
  await page.route(SAVE, (route) => route.abort('connectionrefused'));
  await type(page, screen.t.applications.fields.name, 'Salma Akter Jhorna');
  await seen(kept);
  await page.unroute(SAVE);
  await expect.poll(() => nameOf(town, id)).toBe('Salma Akter Jhorna');
  await expect(kept).toHaveCount(0);
  await page.context().close();
});

test('what is typed while an answer is under way is sent by the page that comes back', async ({
  browser,
  town,
}) => {
  const { screen, page, id } = await begin(browser, town, '1755000503');
  // The first save arrives, its answer never does.
  let arrivedOnce = () => {};
  const first = new Promise<void>((resolve) => {
    arrivedOnce = resolve;
  });
  await page.route(SAVE, async (route: Route) => {
    await route.fetch();
    arrivedOnce();
  });
  await type(page, screen.t.applications.fields.name, 'Salma');
  await first;
  await type(page, screen.t.applications.fields.name, 'Salma Akter Moni');
  await page.unroute(SAVE);
  await page.reload();
  await expect(nameField(screen)).toHaveValue('Salma Akter Moni');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await nameOf(town, id)).toBe('Salma Akter Moni');
  await page.context().close();
});

test('who signs out leaves nothing of it in the browser', async ({ browser, town }) => {
  const { screen, page } = await begin(browser, town, '1755000504');
  const { t } = screen;
  await page.route(SAVE, (route) => route.abort('internetdisconnected'));
  await type(page, t.applications.fields.name, 'Salma Akter Rina');
  await expect.poll(() => unsentIn(page)).toBe(1);
  await press(page, new RegExp(`^${t.common.frame.profile}`));
  await page.getByRole('menuitem', { name: t.common.frame.log_out }).click();
  await arrived(page, /\/login/);
  expect(await unsentIn(page)).toBe(0);
  await page.context().close();
});

test('a birthday of eight digits is one, and what is none stays in its field with an example', async ({
  browser,
  town,
}) => {
  const { screen, page, id } = await begin(browser, town, '1755000509');
  const birth = page.getByLabel(labelled(screen.t.applications.fields.birth)).first();
  const kept = async () =>
    (
      await one<{ born: string | null }>(
        town.database.db,
        sql`select applicant ->> 'dateOfBirth' as born from applications.applications where id = ${id}`,
      )
    ).born;
  await birth.fill('১৫০৩১৯৯০');
  await nameField(screen).focus();
  await expect(birth).toHaveValue('১৫ মার্চ ১৯৯০');
  await expect.poll(kept).toBe('1990-03-15');
  await birth.fill('১৫০৩১৯');
  await nameField(screen).focus();
  await expect(birth).toHaveValue('১৫০৩১৯');
  await seen(page.getByText(screen.t.common.errors.date_invalid));
  // The page that comes back has it still.
  await expect.poll(kept).toBe('১৫০৩১৯');
  await page.reload();
  await expect(birth).toHaveValue('১৫০৩১৯');
  await birth.fill('');
  await birth.click();
  // Not this month: a year in which people are born.
  const year = new Intl.NumberFormat('bn', { useGrouping: false }).format(Number(today().slice(0, 4)) - 30);
  await seen(page.getByRole('button', { name: new RegExp(year) }).first());
});
