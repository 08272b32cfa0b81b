/**
 * A clerk's screen of 1280 × 800: fifteen rows of every work list are in sight, each of them one line, and only the rows
 * scroll. Each page has in its heading the name of its title and of the menu. Lists with few rows are shown with the same
 * rows again, as if the town were larger.
 */
import { mkdirSync } from 'node:fs';
import { expect, type Route } from '@playwright/test';
import { bn as logsBn } from '#domains/logs/web/bn.ts';
import { en as logs } from '#domains/logs/web/en.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Address, addressesOf } from './addresses.ts';
import { test } from './demo.ts';
import { becomesQuiet, chooseOther, type Eye, go, watch } from './look.ts';
import { enter, openScreen } from './screen.ts';
import { texts } from './texts.ts';
import { loginOf, type Role } from './town.ts';

const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const ROWS_WANTED = 15;
const ROWS_OF_PAGE = 20;
const SOME_PAGES = 128;
const ONE_LINE_PX = 31;
const MANY_LISTS = 30;
/** Pictures of all lists for people to look at: SHOTS=folder. */
const SHOTS = process.env.SHOTS;

type Answer = { data?: { items?: unknown[]; total?: number } };

/** Fills the page of a list with its own rows. */
async function repeatRows(route: Route): Promise<void> {
  const response = await route.fetch().catch(() => undefined);
  if (!response) return route.abort();
  const body = (await response.json().catch(() => null)) as Answer | null;
  const items = body?.data?.items;
  const url = new URL(route.request().url());
  // Logs have no pages.
  const isLog = url.pathname.includes('/log');
  const isPage = url.searchParams.get('limit') === String(ROWS_OF_PAGE) || isLog;
  if (!isPage || !body?.data || !items || items.length === 0) return route.fulfill({ response });
  const data = {
    ...body.data,
    ...(isLog ? {} : { total: Math.max(body.data.total ?? 0, SOME_PAGES) }),
    items: Array.from({ length: ROWS_OF_PAGE }, (_, index) => items[index % items.length]),
  };
  return route.fulfill({ response, json: { ...body, data } });
}

type Sight = { rows: number; inSight: number; highest: number; scrolls: boolean };

/** Runs in the browser: rows that are wholly between the table's head and its sums, and inside the window. */
function sightOf(): Sight | null {
  const table = document.querySelector('main > [data-fills] table[data-density]');
  if (!table) return null;
  const box = (element: Element | null) => element?.getBoundingClientRect();
  const rows = [...table.querySelectorAll('tbody tr[data-row]')].map((row) => row.getBoundingClientRect());
  const scroll = box(table.closest('[data-scroll]'));
  const top = box(table.querySelector('thead'))?.bottom ?? 0;
  const bottom = Math.min(
    scroll?.bottom ?? innerHeight,
    innerHeight,
    box(table.querySelector('tfoot'))?.top ?? innerHeight,
  );
  return {
    rows: rows.length,
    inSight: rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length,
    highest: Math.max(0, ...rows.map(({ height }) => height)),
    scrolls: document.documentElement.scrollHeight > innerHeight,
  };
}

/** Runs in the browser: height that a list without rows leaves for them, between the table's head and the pager. */
function roomFor(): number {
  const HEAD_AND_PAGER_PX = 32 + 38;
  const PAGE_END_PX = 12;
  const sheet = [...document.querySelectorAll('main > [data-fills] > *')].at(-1);
  return innerHeight - PAGE_END_PX - HEAD_AND_PAGER_PX - (sheet?.getBoundingClientRect().top ?? innerHeight);
}

/** The columns that a decision needs, by the page's path: they are in sight without scrolling. */
function neededColumns(language: Language): Readonly<Record<string, readonly string[]>> {
  const t = texts(language);
  const { meters, consumers, payments, billing } = t;
  const { invoices, runs, tariffs } = billing;
  const { audit } = language === 'bn' ? logsBn : logs;
  const { list, detail } = t['work-orders'];
  const request = [list.number, list.state, list.category, t.common.place.title, list.due];
  const work = [...request, list.crew];
  const { columns } = t.applications;
  const { requests } = t.ownership;
  return {
    '/new-connections': [
      columns.number,
      columns.applicant,
      columns.place,
      columns.size,
      columns.submitted,
      columns.documents,
    ],
    '/connection-letter': [
      columns.number,
      columns.applicant,
      columns.place,
      columns.noc,
      columns.dma,
      columns.meter,
    ],
    '/demand-note-payment': [
      ...[columns.number, columns.applicant, columns.note, columns.total, columns.due],
      ...[columns.expires, columns.receipt],
    ],
    '/owner-change-request-list': [
      requests.number,
      requests.state,
      requests.from,
      requests.to,
      requests.papers,
    ],
    '/work-order-list': request,
    '/work-order-process': work,
    '/work-order-review': work,
    '/all-work-order': work,
    '/work-order-payment': [list.number, list.state, detail.consumer, detail.charge, detail.paid],
    '/preview-review': [
      ...[meters.meter, meters.previous, meters.register, meters.used, meters.review.usual, meters.checks],
    ],
    '/billing/invoice-list': [
      ...[invoices.number, invoices.consumer, invoices.total, invoices.due, invoices.state, invoices.due_on],
    ],
    '/payment-history': [
      ...[payments.history.receipt, payments.history.payer, payments.history.amount],
      ...[payments.history.state, payments.history.paid_on],
    ],
    '/customer-management': [
      ...[consumers.list.number, consumers.list.name, consumers.list.phone, consumers.list.due],
      consumers.list.status,
    ],
    '/audit-management': [audit.what, audit.when, audit.who, audit.record, audit.fields],
    '/configuration/billing': [tariffs.name, tariffs.category, tariffs.state, tariffs.from, tariffs.prices],
    '/bill-run': [runs.number, runs.period, runs.billed, runs.held, runs.total, runs.due, runs.state],
  };
}

/** Runs in the browser: parts of the page's head that cover each other or are cut, tabs and needed columns that are cut. */
function cutOrCovered(needed: readonly string[]): string[] {
  const head = document.querySelector('main [data-fills] > :first-child');
  if (!head) return [];
  const found: string[] = [];
  const shown = (element: Element) => element.getBoundingClientRect().width > 0;
  const parts = [...head.querySelectorAll('h1, p, nav a, button, [role=button], a:not(nav a)')].filter(shown);
  const name = (element: Element) => element.textContent?.trim() || element.getAttribute('aria-label');
  const isInside = ({ left, right, top, bottom }: DOMRect, outer: DOMRect) =>
    left >= outer.left - 1 && right <= outer.right + 1 && top >= outer.top - 1 && bottom <= outer.bottom + 1;
  for (const [index, part] of parts.entries()) {
    const box = part.getBoundingClientRect();
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      found.push(`cuts "${name(part)}"`);
    for (let around = part.parentElement; around && head.contains(around); around = around.parentElement)
      if (!isInside(box, around.getBoundingClientRect())) found.push(`"${name(part)}" leaves its place`);
    for (const other of parts.slice(index + 1)) {
      if (part.contains(other)) continue;
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const across = Math.min(box.right, right) - Math.max(box.left, left);
      const down = Math.min(box.bottom, bottom) - Math.max(box.top, top);
      if (across > 1 && down > 1) found.push(`"${name(other)}" covers "${name(part)}"`);
    }
  }
  for (const tab of document.querySelectorAll('main [role=tab]')) {
    const { left, right, width } = tab.getBoundingClientRect();
    const strip = tab.parentElement?.getBoundingClientRect();
    if (left < (strip?.left ?? 0) - 1 || right > (strip?.right ?? innerWidth) + 1)
      found.push(`cuts "${name(tab)}"`);
    if (tab.scrollWidth > Math.ceil(width)) found.push(`cuts "${name(tab)}"`);
  }
  const table = document.querySelector('main [data-fills] table[data-density]');
  if (!table) return found;
  const scroll = table.closest('[data-scroll]')?.getBoundingClientRect();
  // The menus of the rows stay at the right edge and cover what is behind them.
  const last = table.querySelector('thead th:last-child');
  const menu = last && getComputedStyle(last).right === '0px' ? last.getBoundingClientRect() : undefined;
  const end = Math.min(scroll?.right ?? innerWidth, menu?.left ?? innerWidth);
  const columns = [...table.querySelectorAll('thead th')];
  for (const title of needed) {
    const column = columns.find((each) => each.textContent?.trim() === title);
    if (!column || column.getBoundingClientRect().right > end + 1)
      found.push(`column "${title}" is out of sight`);
  }
  return found;
}

/** Has every list of the utility. */
const ROLE: Role = 'admin';

/** Two tests share the lists, so that two workers end at the same time. */
const PARTS = 2;

/** The table is below the form of the page: what is uploaded comes first. */
const BELOW_A_FORM = ['/bulk-upload', '/customer-management/import'];

async function takePictures(eye: Eye, address: string, language: Language): Promise<void> {
  if (!SHOTS) return;
  const name = address.replaceAll(/[/?=&]/g, '_').slice(1, 60);
  mkdirSync(SHOTS, { recursive: true });
  await eye.page.screenshot({ path: `${SHOTS}/${name}.${language}.png` });
  await eye.page.setViewportSize(PHONE);
  await becomesQuiet(eye, language);
  await eye.page.screenshot({ path: `${SHOTS}/${name}.${language}.390.png` });
  await eye.page.setViewportSize(SCREEN);
}

type Seen = { found: Record<string, Sight>; room: Record<string, number>; wrong: string[] };

/** Looks at a list in the language that is chosen. */
async function lookAt(
  eye: Eye,
  { address, path, title }: Address,
  { language, needed }: { language: Language; needed: readonly string[] },
  { found, room, wrong }: Seen,
): Promise<void> {
  const { page } = eye;
  await becomesQuiet(eye, language, `${title[language]} | `);
  const heading = (await page.locator('main h1').first().textContent()) ?? '';
  const here = `${address} in ${language}`;
  // The dashboard greets who opens it.
  if (path !== '/dashboard' && heading.trim() !== title[language])
    wrong.push(`${here}: ${heading}, not ${title[language]}`);
  for (const what of await page.evaluate(cutOrCovered, needed)) wrong.push(`${here}: ${what}`);
  const sight = await page.evaluate(sightOf);
  await takePictures(eye, address, language);
  if (BELOW_A_FORM.includes(address)) return;
  if (sight) found[here] = sight;
  else if (await page.locator('main > [data-fills]').count()) room[here] = await page.evaluate(roomFor);
}

for (const part of Array.from({ length: PARTS }, (_, index) => index)) {
  test(`fifteen rows of every list are in sight in both languages and nothing above them is cut, ${part + 1} of ${PARTS}`, async ({
    browser,
    demo,
  }) => {
    test.setTimeout(600_000);
    let language: Language = 'en';
    const screen = await openScreen(browser, { url: demo.url, language });
    const { page } = screen;
    await page.setViewportSize(SCREEN);
    await enter(screen, loginOf(ROLE));
    await page.route(/\/api\//, (route) =>
      route.request().method() === 'GET' ? repeatRows(route) : route.continue(),
    );
    const eye = watch(page);
    // Records have headings of their own.
    const addresses = (await addressesOf(demo.database.db, ROLE)).filter(
      ({ address, path }) =>
        !path.includes('$') && path !== '/support-ticket-details' && !address.includes('consumerId='),
    );
    const seen: Seen = { found: {}, room: {}, wrong: [] };
    const needed = { en: neededColumns('en'), bn: neededColumns('bn') };
    const own = addresses.filter((_, index) => index % PARTS === part);
    for (const [index, address] of own.entries()) {
      if (index === 0) await page.goto(address.address);
      else await go(eye, address.address, true);
      const look = () => ({ language, needed: needed[language][address.address] ?? [] });
      await lookAt(eye, address, look(), seen);
      language = await chooseOther(eye, language);
      await lookAt(eye, address, look(), seen);
    }
    await page.context().close();
    const { found, room, wrong } = seen;
    const bad = Object.entries(found).filter(
      ([, { inSight, highest, scrolls }]) => inSight < ROWS_WANTED || highest > ONE_LINE_PX + 1 || scrolls,
    );
    expect.soft(wrong).toEqual([]);
    expect(bad).toEqual([]);
    expect(Object.keys(found).length).toBeGreaterThan(MANY_LISTS);
    expect(Object.entries(room).filter(([, px]) => px < ROWS_WANTED * ONE_LINE_PX)).toEqual([]);
  });
}
