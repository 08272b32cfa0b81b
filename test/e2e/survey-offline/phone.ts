/** A surveyor's phone in the browser, and what the server has of the survey. */
import { type Browser, expect, type Page } from '@playwright/test';
import { saveSurvey } from '#domains/applications/survey/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Made, makeApplicationIn } from '../applications.ts';
import { type Eye, watch } from '../look.ts';
import { portrait } from '../papers.ts';
import type { Program } from '../program.ts';
import { activate, confirm, enter, openScreen, press, type Screen, seen } from '../screen.ts';
import { filled, labelled } from '../texts.ts';
import { loginOf } from '../town.ts';

const PHONE = 390;

/** An application that the town's surveyor has to visit. */
export async function toSurvey(program: Program): Promise<Made> {
  const { id: surveyorId } = await one<{ id: string }>(
    program.database.db,
    sql`select id from identity.users where email = ${loginOf('surveyor').login}`,
  );
  return makeApplicationIn(program, { upTo: 'READY_TO_SURVEY', surveyorId });
}

export type Seat = Screen & { eye: Eye };

export async function sit(browser: Browser, { url }: Program, language: Language): Promise<Seat> {
  const screen = await openScreen(browser, { url, language, width: PHONE });
  const context = screen.page.context();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 23.8103, longitude: 90.4125 });
  await enter(screen, loginOf('surveyor'));
  return { ...screen, eye: watch(screen.page) };
}

export const form = ({ id }: Made) => `/all-new-connections/${id}?tab=survey`;

/** Opens the form, and waits until what it begins with is on the server. */
export async function openForm(seat: Seat, town: Program, made: Made): Promise<void> {
  await seat.page.goto(form(made));
  await formIsThere(seat, town, made);
}

export async function formIsThere(seat: Seat, town: Program, made: Made): Promise<void> {
  const distance = seat.page.getByLabel(labelled(seat.t.applications.survey.distance));
  await seen(distance);
  // Who only looks begins nothing; the first figure does.
  expect(await surveyOf(town, made)).toBeUndefined();
  await distance.fill('1');
  await expect.poll(async () => (await surveyOf(town, made))?.state).toBe('DRAFT');
  await unsent(seat, 0);
}

type Kept = {
  state: string;
  distance: string | null;
  road: string;
  latitude: string | null;
  quantity: string;
};
export const surveyOf = async ({ database: { db } }: Program, { id }: Made): Promise<Kept | undefined> =>
  (
    await all<Kept>(
      db,
      sql`select s.state, trim_scale(s.distance_m)::text as distance, s.road_type as road, s.latitude::text,
          (select trim_scale(max(m.quantity))::text from applications.survey_materials m where m.survey_id = s.id) as quantity
        from applications.surveys s where s.application_id = ${id} and s.state <> 'REVISED'`,
    )
  )[0];

/** What the audit log has of an application, by word. */
export const audited = ({ database: { db } }: Program, { id }: Made, word: string) =>
  all<{ actor: string }>(
    db,
    sql`select a.actor_name as actor from platform.audit a where a.object_id = ${id} and a.action = ${word}`,
  );

export const photosOf = ({ database: { db } }: Program, { id }: Made) =>
  all<{ name: string }>(
    db,
    sql`select file_name as name from applications.documents where application_id = ${id} and kind = 'survey_file' order by version_no`,
  );

export const figure = (language: Language, count: number) =>
  new Intl.NumberFormat(language === 'bn' ? 'bn-BD' : 'en').format(count);

/** The number in the header; none of it if everything is sent. */
export async function unsent({ page, t, language }: Seat, count: number): Promise<void> {
  const button = page.locator('header').getByRole('button', { name: filled(t.frame.outbox.open_other) });
  if (count === 0) return expect(button).toHaveCount(0);
  await seen(button.filter({ hasText: figure(language, count) }));
}

export async function openList({ page, t }: Seat) {
  await activate(page.locator('header').getByRole('button', { name: filled(t.frame.outbox.open_other) }));
  const list = page.getByRole('dialog', { name: t.frame.outbox.title });
  await seen(list);
  return list;
}

export async function submit(seat: Seat): Promise<void> {
  await press(seat.page, seat.t.applications.survey.submit);
  await confirm(seat);
}

export async function takePhotos({ page, t }: Seat): Promise<void> {
  const photos = await Promise.all(
    ['plot.jpg', 'road.jpg'].map(async (name) => ({ ...(await portrait()), name })),
  );
  await page.locator('main input[type=file][multiple]').setInputFiles(photos);
  await seen(page.getByRole('img', { name: filled(t.applications.photos.nth) }).nth(1));
}

export async function sketch({ page, t }: Seat): Promise<void> {
  await press(page, t.applications.sketch.draw);
  const pad = page.getByRole('dialog', { name: t.applications.sketch.title });
  const paper = await pad.locator('canvas').boundingBox();
  if (!paper) throw new Error('there is nothing to draw on');
  await page.mouse.move(paper.x + 30, paper.y + 30);
  await page.mouse.down();
  await page.mouse.move(paper.x + 120, paper.y + 90, { steps: 5 });
  await page.mouse.up();
  // A drawing does not go by a slip.
  await page.keyboard.press('Escape');
  await press(pad, t.applications.sketch.keep);
  await seen(page.getByRole('img', { name: t.applications.sketch.name, exact: true }));
}

/** A network that is away is no error of these pages. */
export const real = ({ problems }: Eye) =>
  problems.filter((problem) => !/INTERNET_DISCONNECTED|CONNECTION_|ERR_FAILED|40[239] |409/i.test(problem));

/** Another device of the surveyor, or a colleague: the survey by a call. */
export async function saveElsewhere({ database: { db } }: Program, page: Page, { id }: Made, body: object) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}').IdToken);
  const { version } = await one<{ version: number }>(
    db,
    sql`select version from applications.applications where id = ${id}`,
  );
  const answer = await page.request.post(`/api/${saveSurvey.service}${saveSurvey.path}`, {
    data: { applicationId: id, version, ...body },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Runs in the browser: entries in its database, of any account. */
export const keptOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('jolkol-outbox', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counted = opening.result.transaction('entries').objectStore('entries').count();
          counted.onsuccess = () => {
            opening.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
