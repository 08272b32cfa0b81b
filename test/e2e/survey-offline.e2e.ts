/**
 * A surveyor's phone that loses its network: what is noted stays on the phone and reaches the server once, in order; what the
 * server does not take is shown with its reason; nobody else who signs in on the phone sees it or sends it.
 */
import { expect } from '@playwright/test';
import { editDocument } from '#domains/applications/intake/contract.ts';
import { saveSurvey, submitSurvey } from '#domains/applications/survey/contract.ts';
import { ways } from '#domains/applications/web/outbox.ts';
import { execute, sql } from '#platform/database/db.ts';
import { accessible, inspect, watch } from './look.ts';
import { portrait } from './papers.ts';
import { activate, arrived, enter, openScreen, press, seen, told, type } from './screen.ts';
import {
  audited,
  figure,
  form,
  formIsThere,
  keptOn,
  openForm,
  openList,
  photosOf,
  real,
  saveElsewhere,
  sit,
  sketch,
  submit,
  surveyOf,
  takePhotos,
  toSurvey,
  unsent,
} from './survey-offline/phone.ts';
import { filled, labelled, say } from './texts.ts';
import { loginOf, PASSWORD, test } from './town.ts';

for (const language of ['bn', 'en'] as const)
  test(`a survey is noted and submitted without a network, in ${language}, and is sent once when a page is opened with one`, async ({
    browser,
    town,
  }) => {
    const made = await toSurvey(town);
    const seat = await sit(browser, town, language);
    const { page, t } = seat;
    const { survey, fields } = t.applications;
    const context = page.context();
    // The list is opened first: it can be read later without a network.
    await page.goto(`/site-survey?page=1&search=${made.number}`);
    await activate(page.locator(`main a[href*='${made.id}']`).first());
    await arrived(page, new RegExp(made.id));
    await activate(page.getByRole('tab', { name: t.applications.tabs.survey }));
    await formIsThere(seat, town, made);

    await context.setOffline(true);
    await type(page, survey.distance, '7.5');
    await type(page, survey.road, 'brick');
    await page
      .getByRole('textbox', { name: filled(survey.quantity) })
      .last()
      .fill('3.25');
    await press(page, fields.take_place);
    await expect(page.getByLabel(labelled(fields.latitude))).toHaveValue('23.810300');
    await takePhotos(seat);
    await sketch(seat);
    await unsent(seat, 4);
    await seen(page.getByText(say(t.frame.outbox.no_network_other, { count: figure(language, 4) })));
    // What is half below the bar that stays in sight is whole at another place of the page.
    await page.evaluate(() => scrollTo(0, 0));
    await inspect(seat.eye);
    await accessible(seat.eye);

    await submit(seat);
    await told(seat, survey.kept_here);
    await seen(page.getByText(survey.submitted_here, { exact: true }));
    await unsent(seat, 4);
    const list = await openList(seat);
    await expect(list.getByRole('listitem')).toHaveCount(4);
    // Photos first.
    await expect(list.getByRole('listitem').last()).toContainText(ways[1]?.title[language] ?? '');
    await expect(list.getByRole('listitem').first()).toContainText(t.frame.outbox.states.offline);
    await inspect(seat.eye);
    await accessible(seat.eye);
    await page.keyboard.press('Escape');
    // What was opened before in this tab can be read: the list, and the record again.
    await page.goBack();
    await seen(page.locator(`main a[href*='${made.id}']`).first());
    await page.goForward();
    await seen(page.getByText(survey.submitted_here, { exact: true }));
    // Nothing has arrived, and nothing is lost when the phone closes the tab.
    expect(await surveyOf(town, made)).toMatchObject({ state: 'DRAFT', distance: '1' });
    expect(real(seat.eye)).toEqual([]);
    await page.close();

    await context.setOffline(false);
    const again = { ...seat, page: await context.newPage() };
    await again.page.goto('/dashboard');
    await expect.poll(async () => (await surveyOf(town, made))?.state).toBe('SUBMITTED');
    await unsent(again, 0);
    expect(await surveyOf(town, made)).toMatchObject({
      ...{ distance: '7.5', road: 'brick', latitude: '23.8103000', quantity: '3.25' },
    });
    expect((await photosOf(town, made)).map(({ name }) => name)).toEqual([
      ...['plot.jpg', 'road.jpg', 'sketch.png'],
    ]);
    expect(await audited(town, made, 'application.survey')).toHaveLength(1);
    const papers = await audited(town, made, 'application.document');
    expect(papers.filter(({ actor: name }) => name === 'Rashedul Islam')).toHaveLength(3);
    await context.close();

    const engineer = await openScreen(browser, { url: town.url, language });
    await enter(engineer, loginOf('engineer'));
    await engineer.page.goto(form(made));
    const sheet = engineer.page.getByRole('tabpanel').or(engineer.page.locator('main'));
    await seen(sheet.getByRole('button', { name: filled(t.applications.photos.nth) }).nth(1));
    await seen(sheet.getByRole('button', { name: t.applications.sketch.name }));
    await seen(
      sheet
        .getByText(language === 'bn' ? '৩.২৫' : '3.25')
        .filter({ visible: true })
        .first(),
    );
    await engineer.page.context().close();
  });

test('an answer that is lost on the way makes nothing twice: the same key gets the same answer', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  await openForm(seat, town, made);
  const keys: Record<string, string[]> = { photo: [], submission: [] };
  for (const [what, path] of [
    ['photo', editDocument.path],
    ['submission', submitSurvey.path],
  ] as const)
    await page.route(`**${path}?**`, async (route) => {
      keys[what]?.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys[what]?.length !== 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
  await page.context().setOffline(true);
  await type(page, t.applications.survey.distance, '7.5');
  await page.locator('main input[type=file][multiple]').setInputFiles(await portrait());
  await unsent(seat, 2);
  await submit(seat);
  await seen(page.getByText(t.applications.survey.submitted_here, { exact: true }));
  await page.context().setOffline(false);
  await expect.poll(() => keys.photo?.length).toBe(2);
  await expect.poll(() => keys.submission?.length, { timeout: 30_000 }).toBe(2);
  await unsent(seat, 0);
  expect(new Set(keys.photo).size).toBe(1);
  expect(new Set(keys.submission).size).toBe(1);
  expect(await surveyOf(town, made)).toMatchObject({ state: 'SUBMITTED', distance: '7.5' });
  expect(await photosOf(town, made)).toHaveLength(1);
  expect(await audited(town, made, 'application.survey')).toHaveLength(1);
  await page.context().close();
});

test('somebody else changed the survey meanwhile: both values are shown, and the chosen one is submitted', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  const { survey } = t.applications;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, survey.distance, '9');
  await unsent(seat, 1);
  await saveElsewhere(town, page, made, { distanceM: '4', roadType: 'asphalt' });
  // The page is closed: the list shows why the entry is still there.
  await page.close();
  await page.context().setOffline(false);
  const opened = await page.context().newPage();
  const again = { ...seat, page: opened, eye: watch(opened) };
  await opened.goto('/dashboard');
  await unsent(again, 1);
  const list = await openList(again);
  await seen(list.getByText(t.frame.outbox.states.conflict));
  await expect(list.getByRole('button', { name: filled(t.frame.outbox.again) })).toHaveCount(0);
  await inspect(again.eye);
  await accessible(again.eye);
  expect(await surveyOf(town, made)).toMatchObject({ distance: '4', road: 'asphalt' });

  await press(list, t.frame.outbox.form);
  const panel = opened.getByRole('alert').filter({ hasText: t.frame.conflict.title });
  await seen(panel);
  const field = panel.getByRole('group', { name: survey.distance });
  await expect(field).toContainText('9');
  await expect(field).toContainText('4');
  // What only the other one noted is taken over.
  await expect(opened.getByLabel(labelled(survey.road))).toHaveValue('asphalt');
  await inspect(again.eye);
  await accessible(again.eye);
  await submit(again);
  await expect.poll(async () => (await surveyOf(town, made))?.state).toBe('SUBMITTED');
  expect(await surveyOf(town, made)).toMatchObject({ distance: '9', road: 'asphalt' });
  await unsent(again, 0);
  expect(real(again.eye)).toEqual([]);
  await page.context().close();
});

test('a change of the application that leaves the survey as it was stops nothing', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, t.applications.survey.distance, '6');
  await unsent(seat, 1);
  await execute(
    town.database.db,
    sql`update applications.applications set version = version + 1 where id = ${made.id}`,
  );
  await page.context().setOffline(false);
  await expect.poll(async () => (await surveyOf(town, made))?.distance).toBe('6');
  await unsent(seat, 0);
  await page.context().close();
});

test('the same when the page was closed meanwhile: nothing is asked, and what was typed is saved', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  const { distance } = t.applications.survey;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, distance, '6');
  await unsent(seat, 1);
  await page.close();
  await execute(
    town.database.db,
    sql`update applications.applications set version = version + 1 where id = ${made.id}`,
  );
  await page.context().setOffline(false);
  const opened = await page.context().newPage();
  await opened.goto(form(made));
  await expect(opened.getByLabel(labelled(distance))).toHaveValue('6');
  await expect.poll(async () => (await surveyOf(town, made))?.distance).toBe('6');
  await unsent({ ...seat, page: opened }, 0);
  await expect(opened.getByText(t.frame.conflict.title)).toHaveCount(0);
  await page.context().close();
});

test('what the server refuses is shown with its reason, goes back into the form, and is discarded only when asked', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  const { survey } = t.applications;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, survey.distance, '6');
  await submit(seat);
  await seen(page.getByText(survey.submitted_here, { exact: true }));
  await execute(
    town.database.db,
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'waits', overlay_on = current_date where id = ${made.id}`,
  );
  let calls = 0;
  await page.route(`**${submitSurvey.path}?**`, (route) => {
    calls += 1;
    return route.continue();
  });
  await page.context().setOffline(false);
  const list = await openList(seat);
  await seen(list.getByText(t.frame.outbox.states.refused, { exact: true }));
  await seen(list.getByText(t.applications.errors.on_hold));
  await inspect(seat.eye);
  await accessible(seat.eye);
  // The form cannot be filled in now: what was typed is shown all the same.
  await press(list, t.frame.outbox.form);
  await seen(page.getByRole('heading', { name: t.frame.outbox.left_here }));
  await seen(page.getByText('6 m', { exact: true }));
  await openList(seat);
  // It is not sent again by itself.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.waitForTimeout(500);
  expect(calls).toBe(1);
  // The person does it, when the reason is gone.
  await execute(
    town.database.db,
    sql`update applications.applications set overlay = null, overlay_reason = null, overlay_on = null where id = ${made.id}`,
  );
  await press(list, filled(t.frame.outbox.again));
  await expect.poll(async () => (await surveyOf(town, made))?.state).toBe('SUBMITTED');
  await seen(list.getByText(t.frame.outbox.none));

  const other = await toSurvey(town);
  await page.keyboard.press('Escape');
  await openForm(seat, town, other);
  await page.context().setOffline(true);
  await type(page, survey.distance, '5');
  await unsent(seat, 1);
  const second = await openList(seat);
  await press(second, filled(t.frame.outbox.discard));
  await press(second.getByRole('alertdialog'), t.common.actions.cancel);
  await expect(second.getByRole('listitem')).toHaveCount(1);
  await press(second, filled(t.frame.outbox.discard));
  await press(second.getByRole('alertdialog'), t.frame.outbox.discard);
  await expect(second.getByRole('listitem')).toHaveCount(0);
  expect(await keptOn(page)).toBe(0);
  await page.context().close();
});

test('another person who signs in on the phone neither sees nor sends it; the first one is asked before signing out, and sends it later', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'bn');
  const { page, t } = seat;
  const { outbox } = t.frame;
  await openForm(seat, town, made);
  await page.route(`**${saveSurvey.path}`, (route) => route.abort('internetdisconnected'));
  await type(page, t.applications.survey.distance, '8');
  await unsent(seat, 1);
  const leave = async () => {
    await press(page, new RegExp(`^${t.common.frame.profile}`));
    await page.getByRole('menuitem', { name: t.common.frame.log_out }).click();
  };
  await leave();
  const question = page.getByRole('dialog').filter({ hasText: outbox.sign_out_help });
  await seen(question);
  await press(question, outbox.sign_out_no);
  await unsent(seat, 1);
  await leave();
  await press(question, outbox.sign_out_yes);
  await arrived(page, /\/login/);
  await page.unrouteAll({ behavior: 'wait' });
  expect(await keptOn(page)).toBe(1);

  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const signIn = async (login: string) => {
    await type(page, t.identity.login.login, login);
    await type(page, t.identity.login.password, PASSWORD);
    await press(page, t.identity.login.submit);
    await arrived(page, /\/dashboard/);
    await seen(page.locator('main h1'));
  };
  await signIn(loginOf('admin').login);
  await page.goto(form(made));
  await seen(page.locator('main h1'));
  await unsent(seat, 0);
  expect(await page.locator('#root').textContent()).not.toMatch(filled(outbox.open_other));
  expect(calls.filter((url) => url.includes(saveSurvey.path))).toEqual([]);
  expect(await keptOn(page)).toBe(1);
  expect((await surveyOf(town, made))?.distance).toBe('1');
  await leave();
  await arrived(page, /\/login/);

  await signIn(loginOf('surveyor').login);
  await expect.poll(async () => (await surveyOf(town, made))?.distance).toBe('8');
  await unsent(seat, 0);
  expect(await keptOn(page)).toBe(0);
  await page.context().close();
});

test('a session that is over asks for the password, and then sends what was kept', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, t.applications.survey.distance, '3');
  await unsent(seat, 1);
  await execute(
    town.database.db,
    sql`update identity.sessions set ended_at = now(), end_reason = 'e2e'
      where user_id = (select id from identity.users where email = ${loginOf('surveyor').login}) and ended_at is null`,
  );
  await page.context().setOffline(false);
  const layer = page.getByRole('dialog', { name: t.frame.session.ended });
  await seen(layer);
  await unsent(seat, 1);
  await type(layer, t.identity.login.password, PASSWORD);
  await press(layer, t.frame.session.sign_in);
  await expect.poll(async () => (await surveyOf(town, made))?.distance).toBe('3');
  await unsent(seat, 0);
  await page.context().close();
});
