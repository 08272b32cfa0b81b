/** A person's browser: a page in one language, and how people use it: by label, by role, by text. */
import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { login } from '#domains/identity/contract.ts';
import type { Language } from '#web/texts/texts.ts';
import { filled, labelled, type Texts, texts } from './texts.ts';

export type Screen = { page: Page; language: Language; t: Texts };

/** Browsers in which nothing is done by mouse or finger. */
const withoutMouse = new WeakSet<BrowserContext>();

type Opening = {
  url: string;
  language: Language;
  width?: number;
  isByKeyboard?: boolean;
  isByTouch?: boolean;
  /** Menus, dialogs and toasts move as they do for most people; else they are there at once (README.md). */
  isMoving?: boolean;
};

/** A browser of its own, nobody signed in. */
export async function openScreen(browser: Browser, options: Opening): Promise<Screen> {
  const { url, language, width, isByKeyboard, isByTouch, isMoving } = options;
  const context = await browser.newContext({
    baseURL: url,
    acceptDownloads: true,
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
    ...(width ? { viewport: { width, height: 844 } } : {}),
    ...(isByTouch ? { hasTouch: true, isMobile: true } : {}),
  });
  await context.addCookies([{ name: 'i18next', value: language, url }]);
  if (isByKeyboard) withoutMouse.add(context);
  return { page: await context.newPage(), language, t: texts(language) };
}

type Login = { login: string; password: string };

/**
 * Signs in without the form, for tests that ask about something else: the session is stored in the place in which the
 * form's answer stores it. No page is open afterwards.
 */
export async function enter({ page }: Screen, data: Login): Promise<void> {
  const answer = await page.request.post(`/api/${login.service}${login.path}`, { data });
  if (!answer.ok()) throw new Error(`${data.login} is refused: ${await answer.text()}`);
  const { response, profile, permissions } = (await answer.json()).data;
  // Stored data belongs to an address; this file is the smallest one there.
  await page.goto('/favicon.svg');
  await page.evaluate(
    (session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, JSON.stringify(value));
    },
    {
      userProfileData: profile,
      userPermission: permissions,
      userDataSavedAt: Date.now(),
      userData: response.AuthenticationResult,
    },
  );
}

/** Signs in by the form and waits for the first page. */
export async function signIn(screen: Screen, who: Login): Promise<void> {
  const { page, t } = screen;
  await page.goto('/login');
  await type(page, t.identity.login.login, who.login);
  await type(page, t.identity.login.password, who.password);
  await press(page, t.identity.login.submit);
  await arrived(page, /\/(dashboard|noc-from-rajuk|pm-panel|pd_panel)/);
}

const SOON_MS = 2400;

/**
 * Looks ten times a second for a thing that comes soon. Playwright itself looks ever more rarely, in the end twice a
 * second; only if it has less than 2.5 seconds in all, it never waits longer than a tenth of a second. If the thing
 * does not come by then, the next step waits for it as long as ever, and says what is missing.
 */
async function soon(thing: Locator): Promise<void> {
  await thing.waitFor({ timeout: SOON_MS }).catch(() => undefined);
}

/** Expects that a thing is seen, soon or in the usual time. */
export async function seen(thing: Locator): Promise<void> {
  await soon(thing);
  await expect(thing)
    .toBeVisible()
    .catch(async (error: Error) => {
      const instead = await thing.page().evaluate(shownInstead).catch(String);
      throw new Error(`${instead}\n${error.message}`);
    });
}

/** Runs in the browser: what a person would read on the page instead of what is missing. */
function shownInstead(): string {
  const texts = [
    ...document.querySelectorAll('[role=status], [role=alert], [role=dialog], [role=alertdialog]'),
  ]
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 160))
    .filter((text) => text !== '');
  const focused = document.activeElement?.outerHTML.slice(0, 160);
  return [location.pathname, ...texts, `focus: ${focused}`].join(' | ');
}

/** Waits until the address is one of these, by the browser's own word. */
export async function arrived(page: Page, address: RegExp): Promise<void> {
  await page.waitForURL(address, { waitUntil: 'commit', timeout: LONG_MS });
}

/** Clicks. Without a mouse: goes there as Tab or an arrow key would, and presses Enter or Space. */
export async function activate(thing: Locator, timeout = LONG_MS): Promise<void> {
  const page = thing.page();
  await soon(thing);
  if (!withoutMouse.has(page.context())) return thing.click({ timeout });
  await expect(thing).toBeEnabled({ timeout });
  expect(await thing.evaluate(isInTheWayOfTab), `${thing} is reached by Tab or an arrow key`).toBe(true);
  await thing.focus();
  await expect(thing).toBeFocused({ timeout });
  const isTicked = await thing.evaluate((element) =>
    element.matches('input[type=checkbox], input[type=radio]'),
  );
  await page.keyboard.press(isTicked ? 'Space' : 'Enter');
}

/** Runs in the browser. Tabs and items of menus are reached by arrow keys from the one that Tab reaches. */
function isInTheWayOfTab(element: Element): boolean {
  if (element.closest('[inert], [aria-hidden=true]')) return false;
  return (
    (element as HTMLElement).tabIndex >= 0 || element.matches('[role=tab], [role=menuitem], [role=radio]')
  );
}

type Place = Page | Locator;
const SHORT_MS = 1500;
/** A toast is there for longer than this only if somebody points at it. */
const TOAST_MS = 8000;
const LONG_MS = 15_000;

/** The button that says this; an empty list repeats its own below the title. */
export async function press(place: Place, name: string | RegExp): Promise<void> {
  const wanted = typeof name === 'string' ? filled(name, true) : name;
  await activate(place.getByRole('button', { name: wanted }).first());
}

/** Types into the field of this label. */
export async function type(place: Place, label: string, value: string): Promise<void> {
  const field = place.getByLabel(labelled(label));
  await soon(field);
  await field.fill(value);
}

/** A day is taken when the field is left. */
export async function typeDay(place: Place, label: string, day: string): Promise<void> {
  const field = place.getByLabel(labelled(label));
  await soon(field);
  await field.fill(day);
  await field.press('Tab');
}

/** Chooses from a list, short or searched by typing: by its text, or by its place if only that is known. */
export async function choose(place: Place, label: string, option: string | RegExp | number): Promise<void> {
  const field = place.getByLabel(labelled(label)).and(place.locator('select, input:not([type=hidden])'));
  const page = 'keyboard' in place ? place : place.page();
  const wanted = (options: Locator) =>
    typeof option === 'number' ? options.nth(option) : options.filter({ hasText: option }).first();
  await soon(field);
  // The field changes its kind when its options arrive.
  await expect(async () => {
    await expect(field).toBeEditable({ timeout: SHORT_MS });
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
      const chosen = wanted(field.locator('option:not([value=""])'));
      await field.selectOption(await chosen.getAttribute('value', { timeout: SHORT_MS }), {
        timeout: SHORT_MS,
      });
    } else {
      const options = page.locator('[role=option]:visible');
      if (withoutMouse.has(page.context())) await chooseByArrows(field, wanted(options));
      else {
        await field.click({ timeout: SHORT_MS });
        await wanted(options).click({ timeout: SHORT_MS });
      }
    }
  }).toPass({ timeout: LONG_MS });
}

const FARTHEST_OPTION = 40;

/** Opens the list of a field and goes down it until the wanted option is the one that Enter takes. */
async function chooseByArrows(field: Locator, option: Locator): Promise<void> {
  await field.focus({ timeout: SHORT_MS });
  await field.press('ArrowDown');
  await option.waitFor({ timeout: SHORT_MS });
  const isChosen = () =>
    option.evaluate((element) => element.matches('[data-combobox-selected], [aria-selected=true][id]'));
  for (let steps = 0; steps < FARTHEST_OPTION && !(await isChosen()); steps += 1)
    await field.press('ArrowDown');
  await field.press('Enter');
}

/** Confirms what the dialog asks. */
export async function confirm({ page, t }: Screen): Promise<void> {
  await press(page.getByRole('dialog').filter({ hasText: t.common.confirm.title }), t.common.confirm.yes);
}

/** The toast that says this came; it is closed, so that the next one is another. */
export async function told({ page, t }: Screen, text: string): Promise<void> {
  const toast = page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ hasText: filled(text) });
  await seen(toast.first());
  const close = toast.first().getByRole('button', { name: t.common.actions.close });
  if (!(await close.isVisible())) return;
  // It also closes by itself, maybe in this moment.
  await activate(close, TOAST_MS).catch(async (error) => {
    if (await close.isVisible()) throw error;
  });
}

/** The file that this brings into the browser's folder of downloads. */
export async function downloaded({ page }: Screen, act: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await download.path());
}

/** The same, for a document that is printed. */
export async function expectPdf(screen: Screen, name: string): Promise<void> {
  const file = await downloaded(screen, () => press(screen.page, name));
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
}
