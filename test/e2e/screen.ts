/** A person's browser: a page in one language, and how people use it: by label, by role, by text. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '#web/texts.ts';
import { filled, labelled, type Texts, texts } from './texts.ts';

export type Screen = { page: Page; language: Language; t: Texts };

/** A browser of its own, nobody signed in. */
export async function openScreen(
  browser: Browser,
  options: { url: string; language: Language; width?: number },
): Promise<Screen> {
  const { url, language, width } = options;
  const context = await browser.newContext({
    baseURL: url,
    acceptDownloads: true,
    ...(width ? { viewport: { width, height: 844 } } : {}),
  });
  await context.addCookies([{ name: 'i18next', value: language, url }]);
  return { page: await context.newPage(), language, t: texts(language) };
}

type Login = { login: string; password: string };

/** Signs in and waits for the first page. */
export async function signIn(screen: Screen, { login, password }: Login): Promise<void> {
  const { page, t } = screen;
  await page.goto('/login');
  await page.getByLabel(labelled(t.identity.login.login)).fill(login);
  await page.getByLabel(labelled(t.identity.login.password)).fill(password);
  await press(page, t.identity.login.submit);
  await expect(page).toHaveURL(/\/(dashboard|noc-from-rajuk|pm-panel|pd_panel)/);
}

type Place = Page | Locator;

/** The button that says this. */
export async function press(place: Place, name: string | RegExp): Promise<void> {
  await place.getByRole('button', { name: typeof name === 'string' ? filled(name, true) : name }).click();
}

/** Types into the field of this label. */
export async function type(place: Place, label: string, value: string): Promise<void> {
  await place.getByLabel(labelled(label)).fill(value);
}

/** A day is taken when the field is left. */
export async function typeDay(place: Place, label: string, day: string): Promise<void> {
  const field = place.getByLabel(labelled(label));
  await field.fill(day);
  await field.press('Tab');
}

/** Chooses from a list, whether it is the platform's own or searched by typing; without `option` the first one. */
export async function choose(place: Place, label: string, option?: string | RegExp): Promise<void> {
  const field = place.getByLabel(labelled(label)).and(place.locator('select, input:not([type=hidden])'));
  await expect(field).toBeEnabled();
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
    const wanted = field.locator('option:not([value=""])').filter(option ? { hasText: option } : {});
    await field.selectOption(await wanted.first().getAttribute('value'));
    return;
  }
  await field.click();
  const page = 'keyboard' in place ? place : place.page();
  await page
    .getByRole('option')
    .filter(option ? { hasText: option } : {})
    .first()
    .click();
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
  await expect(toast.first()).toBeVisible();
  const close = toast.first().getByRole('button', { name: t.common.actions.close });
  if (await close.isVisible()) await close.click();
}
