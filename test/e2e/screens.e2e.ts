/** Every page of every role on a phone, over what the other tests left in the town, and what axe says of some. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { pages as applications } from '#domains/applications/web/pages.ts';
import { pages as billing } from '#domains/billing/web/pages.ts';
import { pages as consumers } from '#domains/consumers/web/pages.ts';
import { pages as dashboard } from '#domains/dashboard/web/pages.ts';
import { pages as identity } from '#domains/identity/web/pages.ts';
import { pages as meters } from '#domains/meters/web/pages.ts';
import { pages as payments } from '#domains/payments/web/pages.ts';
import { pages as roles } from '#domains/roles/web/pages.ts';
import { pages as settings } from '#domains/settings/web/pages.ts';
import { DEFAULT_GRANTS, PLANNING_ROLES } from '#shared/permissions.ts';
import { openScreen, type Screen, signIn } from './screen.ts';
import { loginOf, type Role, test } from './town.ts';

const PAGES = [
  ...[applications, billing, consumers, dashboard, identity, meters],
  ...[payments, roles, settings],
].flat();

/** Pages of lists and forms: a record's needs an id. */
function pathsOf(role: Role): string[] {
  const whoIs = role === 'admin' ? role : PLANNING_ROLES.includes(role) ? 'planning' : 'staff';
  const granted: readonly string[] = DEFAULT_GRANTS[role];
  return PAGES.filter(
    ({ path, who, permission }) =>
      who.includes(whoIs) && (!permission || granted.includes(permission)) && !path.includes('$'),
  ).map(({ path }) => path);
}

/** What goes wrong on a page while it is looked at. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()} console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()} error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left takes its questions back.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${page.url()} ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${page.url()} ${response.status()} ${response.url()}`);
  });
  return problems;
}

async function settled({ page, t }: Screen): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect(page.getByRole('status', { name: t.common.list.loading })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const ROLES = ['admin', 'reviewer', 'cashier', 'reader', 'surveyor', 'rajukPD'] as const;

for (const role of ROLES) {
  test(`every page of ${role} fits a phone and runs without an error`, async ({ browser, town }) => {
    const screen = await openScreen(browser, { url: town.url, language: 'bn', width: 390 });
    const { page } = screen;
    await signIn(screen, loginOf(role));
    const problems = watch(page);
    for (const path of pathsOf(role)) {
      await page.goto(path);
      await settled(screen);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) problems.push(`${path} is ${width} px wide`);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

async function expectAccessible({ page }: Screen): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(found.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const language of ['bn', 'en'] as const) {
  test(`axe finds nothing serious, in ${language}`, async ({ browser, town }) => {
    const screen = await openScreen(browser, { url: town.url, language });
    const { page } = screen;
    await page.goto('/login');
    await page.locator('h1, h2').first().waitFor();
    await expectAccessible(screen);
    await signIn(screen, loginOf('admin'));
    for (const path of ['/dashboard', '/meter-list?page=1', '/global-setting']) {
      await page.goto(path);
      await settled(screen);
      await expectAccessible(screen);
    }
    await page.context().close();
  });
}
