/** Photos of a phone, in Bengali at 390 px: made small and upright, sent again after an interruption, shown by a tap. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { createDraft } from '#domains/applications/intake/contract.ts';
import { systemActor } from '#platform/actor.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addConsumer, loginOfConsumer } from './consumer.ts';
import { accessible, inspect, watch } from './look.ts';
import { type Paper, portrait } from './papers.ts';
import type { Program } from './program.ts';
import { activate, enter, openScreen, press, seen } from './screen.ts';
import { today } from './today.ts';
import { test } from './town.ts';

const KB = 1024;
/** 12 megapixels with grain, which no JPEG makes small, stored on its side (EXIF 6: turn it to the right). */
async function photo(name: string): Promise<Paper> {
  const grain = await sharp({
    create: {
      ...{ width: 4000, height: 3000, channels: 3, background: '#88aa66' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .composite([
      {
        input: { create: { width: 1000, height: 3000, channels: 3, background: '#cc2222' } },
        left: 0,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
  expect(grain.length).toBeGreaterThan(5 * KB * KB);
  return { name, mimeType: 'image/jpeg', buffer: grain };
}

type Kept = { kind: string; width: number; height: number; bytes: number; original: string };
/** Documents of an application, with what the server keeps of their files. */
const documentsOf = ({ database }: Program, applicationId: string) =>
  all<Kept>(
    database.db,
    sql`select d.kind, f.width, f.height, f.bytes::int as bytes, d.file_name as original
      from applications.documents d join platform.files f on f.id = d.file_id
      where d.application_id = ${applicationId} order by d.uploaded_at, d.id`,
  );

/** Gives the login of somebody who wants to apply. */
async function applicant({ database }: Program, national: string) {
  const actor = systemActor(new Date(), today(), 'e2e');
  const name = { name: 'Salma Akter', nameBn: 'সালমা আক্তার' };
  await transaction(database.db, (tx) => addConsumer(tx, actor, { national, ...name }));
  return loginOfConsumer(national);
}

/** A draft of who is signed in. */
async function draft(page: Page): Promise<string> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}').IdToken);
  const answer = await page.request.post(`/api/${createDraft.service}${createDraft.path}`, {
    data: {},
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.id;
}

test('a photo of 12 megapixels is sent small and upright, again by itself, and shown by a tap', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const { page, t } = screen;
  const eye = watch(page);
  await enter(screen, await applicant(town, '1755000401'));
  const id = await draft(page);
  await page.goto(`/customer/new-connections/${id}`);
  await press(page, new RegExp(`^${t.applications.parts.document}`));
  const slot = page.locator('li').filter({ hasText: t.applications.kinds.Applicant_nid_front }).last();
  const send = (paper: Paper) => slot.locator('input[type=file]').last().setInputFiles(paper);
  await seen(slot.getByText(t.applications.kinds.Applicant_nid_front).first());

  // A format that this browser cannot read: the person is told what to do.
  await send({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') });
  await expect(slot.getByRole('alert')).toHaveText(t.common.errors.heic_unreadable);
  await inspect(eye);
  await accessible(eye);

  // The first time the line is cut; the second time the file arrives, but its answer is lost.
  const bodies: number[] = [];
  const keys = new Set<string>();
  await page.route('**/document/edit?**', async (route) => {
    const request = route.request();
    bodies.push(request.postDataBuffer()?.length ?? 0);
    keys.add(request.headers()['idempotency-key'] ?? '');
    if (bodies.length === 1) return route.abort('internetdisconnected');
    if (bodies.length === 2) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await send(await photo('পরিচয়পত্র.jpg'));
  await seen(slot.getByText(t.common.form.upload_waits));
  await seen(slot.getByLabel(t.application_form.done).first());
  expect(bodies).toHaveLength(3);
  for (const bytes of bodies) expect(bytes).toBeLessThan(401 * KB);
  expect([...keys]).toHaveLength(1);
  const kept = await documentsOf(town, id);
  expect(kept).toMatchObject([{ kind: 'Applicant_nid_front', original: 'পরিচয়পত্র.jpg' }]);
  const [file] = kept;
  expect(Math.max(file?.width ?? 0, file?.height ?? 0)).toBeLessThanOrEqual(2000);
  // Upright: it was wider than high, and is higher than wide.
  expect(file?.height).toBeGreaterThan(file?.width ?? 0);

  await activate(slot.getByRole('button', { name: t.applications.kinds.Applicant_nid_front }));
  const whole = page.getByRole('dialog').locator('img');
  await seen(whole);
  // What was red on the left is at the top now.
  const colour = await whole.evaluate(async (element) => {
    const picture = element as HTMLImageElement;
    await picture.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 10, height: 10 });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, 10, 10);
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3);
    return { top: at(5, 0), bottom: at(5, 9) };
  });
  expect(colour.top[0]).toBeGreaterThan((colour.top[1] ?? 0) + 60);
  // Grain is grey, give or take what the compression makes of it.
  expect(Math.abs((colour.bottom[1] ?? 0) - (colour.bottom[0] ?? 255))).toBeLessThan(30);
  await inspect(eye);
  await accessible(eye);

  // It was the wrong one: it is taken out again, and the button to send one is back.
  await page.keyboard.press('Escape');
  await activate(slot.getByRole('button', { name: t.application_form.remove }));
  const question = page.getByRole('dialog');
  await seen(question.getByText(t.application_form.remove_question));
  await inspect(eye);
  await accessible(eye);
  await press(question, t.application_form.remove);
  await expect(slot.getByLabel(t.application_form.done)).toHaveCount(0);
  await expect(slot.locator('input[type=file]').last()).toBeAttached();
  expect(await documentsOf(town, id)).toEqual([]);
  expect(
    eye.problems.filter(
      (problem) => !/internetdisconnected|INTERNET_DISCONNECTED|CONNECTION_RESET/i.test(problem),
    ),
  ).toEqual([]);
  await page.context().close();
});

test('on a phone there are two ways: take a photo and choose', async ({ browser, town }) => {
  const context = await browser.newContext({
    ...{ baseURL: town.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  await context.addCookies([{ name: 'i18next', value: 'bn', url: town.url }]);
  const page = await context.newPage();
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
  const touch = { ...screen, page };
  await enter(touch, await applicant(town, '1755000402'));
  const id = await draft(page);
  await page.goto(`/customer/new-connections/${id}`);
  await press(page, new RegExp(`^${screen.t.applications.parts.document}`));
  const slot = page.locator('li').filter({ hasText: screen.t.applications.kinds.Applicant_nid_front }).last();
  await seen(slot.getByRole('button', { name: screen.t.common.actions.take_photo }));
  await seen(slot.getByRole('button', { name: screen.t.common.actions.choose_file }));
  expect(await slot.locator('input[type=file]').first().getAttribute('capture')).toBe('environment');
  await context.close();
  await screen.page.context().close();
});

test('a passport photo is cropped on a low screen: what confirms it is in sight without a swipe', async ({
  browser,
  town,
}) => {
  const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 360 });
  const { page, t } = screen;
  await page.setViewportSize({ width: 360, height: 560 });
  await enter(screen, await applicant(town, '1755000409'));
  const id = await draft(page);
  await page.goto(`/customer/new-connections/${id}`);
  await press(page, new RegExp(`^${t.applications.parts.document}`));
  const slot = page.locator('li').filter({ hasText: t.applications.kinds.PassportImg }).last();
  await slot
    .locator('input[type=file]')
    .last()
    .setInputFiles(await portrait());
  const dialog = page.getByRole('dialog');
  const use = dialog.getByRole('button', { name: t.frame.crop.use });
  await expect(use).toBeEnabled();
  for (const size of [
    { width: 360, height: 560 },
    { width: 640, height: 500 },
  ]) {
    await page.setViewportSize(size);
    await expect(use).toBeInViewport({ ratio: 1 });
  }
  await activate(use);
  await seen(slot.getByLabel(t.application_form.done).first());
  await page.context().close();
});
