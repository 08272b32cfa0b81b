/**
 * What the server draws into the document of sign-in and registration (decision 0043): seen before any code, in the language of
 * the visitor; what is typed and pressed until the code is there is not lost; who has a session sees nothing of it.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { arrived, enter, openScreen, press, type Screen, seen, signIn, type } from './screen.ts';
import { labelled, texts } from './texts.ts';
import { loginOf, test } from './town.ts';

/** Of issue 9. Only the face of the letters changes: without one of its own a phone shows the final letters later. */
const CLS = 0.05;
const CODE = '**/assets/*.js';

/** No code comes until `release` is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CODE, async (route) => {
    await waiting;
    await route.continue();
  });
  return release;
}

/** React would draw the page again if it did not fit, and report that as an error of the page. */
function noteProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

const SHIFTS = `
  window.shifts = [];
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shifts.push(value);
      window.shifted.push({ value, of: sources.map(({ node }) => node?.className ?? String(node?.nodeName)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

async function open(browser: Browser, url: string, language: 'en' | 'bn', width = 390): Promise<Screen> {
  const screen = await openScreen(browser, { url, language, width });
  await screen.page.addInitScript(SHIFTS);
  return screen;
}

/** Marks an element: a new one in its place has no mark. */
const mark = (page: Page, label: string) =>
  page.getByLabel(labelled(label)).evaluate((field) => field.setAttribute('data-marked', ''));

for (const language of ['en', 'bn'] as const) {
  test(`${language}: the page is there without any code, and becomes alive as it is`, async ({
    browser,
    town,
  }) => {
    const { page, t } = await open(browser, town.url, language);
    const problems = noteProblems(page);
    const pages = {
      '/login': [t.identity.login.title, t.identity.login.login],
      '/registration': [t.consumers.registration.title, t.identity.code.phone],
    } as const;
    for (const [path, [title, label]] of Object.entries(pages)) {
      const release = await holdCode(page);
      await page.goto(path, { waitUntil: 'commit' });
      await seen(page.getByRole('heading', { level: 1, name: title }));
      await expect(page.getByLabel(labelled(label))).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await mark(page, label);
      release();
      // The document's title is written by the code.
      await expect(page).toHaveTitle(/\|/);
      await page.waitForLoadState('networkidle');
      await expect(page.getByLabel(labelled(label))).toHaveAttribute('data-marked');
      const shifts = await page.evaluate<number[]>('window.shifts');
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(CLS);
      await page.unroute(CODE);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

test('bn: letters that come late move nothing', async ({ browser, town }) => {
  const { page, t } = await open(browser, town.url, 'bn');
  const pages = {
    '/login': t.identity.login.title,
    '/registration': t.consumers.registration.title,
  } as const;
  for (const [path, title] of Object.entries(pages)) {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await waiting;
      await route.continue();
    });
    // The letters hold the end of loading up.
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await seen(page.getByRole('heading', { level: 1, name: title }));
    await expect(page).toHaveTitle(/\|/);
    release();
    // The policy of the page allows no test in it that is written as text.
    await expect.poll(() => page.evaluate('document.fonts.status')).toBe('loaded');
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate<{ value: number; of: string[] }[]>('window.shifted');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(CLS);
    await page.unroute('**/*.woff2');
  }
  await page.context().close();
});

test('what is typed and pressed before the code is there signs in, and is never in the address', async ({
  browser,
  town,
}) => {
  const { page, t } = await open(browser, town.url, 'bn');
  const problems = noteProblems(page);
  const who = loginOf('cashier');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const release = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await type(page, t.identity.login.login, who.login);
  await type(page, t.identity.login.password, who.password);
  await page.getByLabel(labelled(t.identity.login.password)).press('Enter');
  await mark(page, t.identity.login.login);
  expect(new URL(page.url()).search).toBe('');
  release();
  await arrived(page, /\/dashboard/);
  expect(addresses.filter((address) => address.includes(encodeURIComponent(who.login)))).toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('what is typed before the code is there stays, and a wrong password is refused as ever', async ({
  browser,
  town,
}) => {
  const { page, t } = await open(browser, town.url, 'bn');
  const release = await holdCode(page);
  await page.goto('/login?ended=1&next=%2Ftake-payment', { waitUntil: 'commit' });
  await seen(page.getByText(t.identity.login.ended_back));
  await type(page, t.identity.login.login, loginOf('cashier').login);
  await mark(page, t.identity.login.login);
  release();
  await expect(page).toHaveTitle(/\|/);
  const field = page.getByLabel(labelled(t.identity.login.login));
  await expect(field).toHaveAttribute('data-marked');
  await expect(field).toHaveValue(loginOf('cashier').login);
  await type(page, t.identity.login.password, 'not-this-one');
  await press(page, t.identity.login.submit);
  await expect(page.getByRole('alert')).toContainText(t.identity.errors.wrong_credentials);
  await expect(field).toHaveValue(loginOf('cashier').login);
  await page.context().close();
});

test('the other language, chosen before the code is there, is shown when it is', async ({
  browser,
  town,
}) => {
  const { page, t } = await open(browser, town.url, 'bn');
  const release = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: `${t.common.frame.language}: English` }).click();
  release();
  await seen(page.getByRole('heading', { name: texts('en').identity.login.title }));
  await page.context().close();
});

test('who has a session, or chose another language on this device, sees nothing of it', async ({
  browser,
  town,
}) => {
  const screen = await open(browser, town.url, 'bn');
  const { page, t } = screen;
  await enter(screen, loginOf('cashier'));
  let release = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeHidden();
  release();
  await arrived(page, /\/dashboard/);
  await seen(page.getByRole('heading', { level: 1 }));
  // Bengali is in the cookie no more, only in this browser's storage.
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('i18nextLng', 'bn');
  });
  await page.context().clearCookies();
  await page.unroute(CODE);
  release = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  release();
  await seen(page.getByRole('heading', { name: t.identity.login.title }));
  await page.unroute(CODE);
  await signIn(screen, loginOf('cashier'));
  await page.context().close();
});

for (const [language, told] of [
  ['en', 'The internet is slow or away. Load the page again.'],
  ['bn', 'ইন্টারনেট ধীর বা বিচ্ছিন্ন। পৃষ্ঠাটি আবার খুলুন।'],
] as const) {
  test(`${language}: code that is lost on the way is told`, async ({ browser, town }) => {
    const { page } = await open(browser, town.url, language);
    await page.route(CODE, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
    await page.unroute(CODE);
    await page.reload();
    await expect(page).toHaveTitle(/\|/);
    await expect(page.getByRole('alert').filter({ hasText: told })).toHaveCount(0);
    await page.context().close();
  });
}
