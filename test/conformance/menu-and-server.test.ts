/**
 * The menu, the buttons and the server follow the same rows (G20): a page that a role may open asks the server only
 * for what the role may have, a page that is hidden from it would be refused. What a page asks for is read from its
 * source: the endpoints of the nearest file that names any.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allWords } from '#platform/words/all-words.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { BUILT_IN_ROLES, type BuiltInRole, PLANNING_ROLES } from '#shared/permissions.ts';
import { firstGrants } from '#shared/words.ts';
import { type Person, testApp } from '#test/app.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { MenuEntry, Page, PagesFile } from '#web/navigation/pages.ts';
import { mayOpen, type Visitor, visibleMenu } from '#web/session/access.ts';

const app = await testApp();

type Found = { page: Page; file: string };

const files: [folder: string, PagesFile][] = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    async (file): Promise<[string, PagesFile]> => [
      dirname(`${ROOT}/${file}`),
      (await import(`${ROOT}/${file}`)) as PagesFile,
    ],
  ),
);
const menu: MenuEntry[] = files.flatMap(([, file]) => file.menu);
const found: Found[] = files.flatMap(([folder, { pages }]) =>
  pages.map((page) => {
    const [, screen = ''] = /["'](?:[^"']*\/web\/|\.\/)([\w./-]+\.tsx)["']/.exec(page.load.toString()) ?? [];
    return { page, file: `${folder}/${screen}` };
  }),
);

/** The screen that a specifier of an import leads to, within the domains. */
function fileOf(specifier: string, from: string): string | undefined {
  const path = specifier.startsWith('#domains/')
    ? `${ROOT}/src/domains/${specifier.slice('#domains/'.length)}`
    : specifier.startsWith('.')
      ? resolve(dirname(from), specifier)
      : '';
  return existsSync(path) ? path : undefined;
}

const IMPORTS = /import (?:\{([^}]*)\}|\* as (\w+)) from '([^']+)'/g;
const ASKED = /(?:endpoint=\{|useAnswer\(\s*|useList\(\s*)([\w.]+)/g;

type Calls = { asked: Endpoint[]; named: Endpoint[] };

/** The endpoints that a file asks for when it is shown, and all that it names. */
async function callsIn(file: string): Promise<Calls> {
  const source = readFileSync(file, 'utf8');
  const known = new Map<string, unknown>();
  for (const [, names, space, from = ''] of source.matchAll(IMPORTS)) {
    const path = fileOf(from, file);
    if (!path?.endsWith('contract.ts')) continue;
    const contract = (await import(path)) as Record<string, unknown>;
    if (space) for (const name of Object.keys(contract)) known.set(`${space}.${name}`, contract[name]);
    for (const name of (names ?? '').split(',').map((name) => name.trim())) known.set(name, contract[name]);
  }
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'isEndpoint' in value;
  const asked = [...source.matchAll(ASKED)].map(([, name = '']) => known.get(name)).filter(isEndpoint);
  return {
    asked: asked.filter(({ method }) => method === 'GET'),
    named: [...known]
      .filter(([name]) => source.includes(`${name}`))
      .map(([, value]) => value)
      .filter(isEndpoint),
  };
}

/** What the screen, or else the nearest of its parts, asks for; and what all of its parts name. */
async function callsOf(screen: string): Promise<Calls> {
  const seen = new Set<string>();
  const calls: Calls = { asked: [], named: [] };
  for (let near = [screen]; near.length > 0; ) {
    const found = await Promise.all(near.map(callsIn));
    if (calls.asked.length === 0) calls.asked = found.flatMap(({ asked }) => asked);
    calls.named.push(...found.flatMap(({ named }) => named));
    for (const file of near) seen.add(file);
    near = [...new Set(near.flatMap(partsOf))].filter((file) => !seen.has(file));
  }
  return calls;
}

/** The domains' files that a screen is made of. */
function partsOf(file: string): string[] {
  const imported = readFileSync(file, 'utf8').matchAll(/from '([^']+\.tsx)'|import\('([^']+\.tsx)'\)/g);
  const paths = [...imported].map(([, still, lazy]) => fileOf(still ?? lazy ?? '', file));
  return paths.filter((path) => path?.includes('/web/') === true) as string[];
}

const screens = await Promise.all(
  found.map(async ({ page, file }) => ({ page, file, ...(await callsOf(file)) })),
);

const wordOf = ({ access }: Endpoint) => ('permission' in access ? access.permission : undefined);

/** Staff need this for the page: its own word, or that of the line of the menu that leads to it. */
const neededFor = (page: Page) => page.permission ?? menu.find((entry) => entry.path === page.path)?.match;

function visitorOf(role: BuiltInRole): Visitor {
  const who =
    role === 'admin' || role === 'consumer' ? role : PLANNING_ROLES.includes(role) ? 'planning' : 'staff';
  return { who, role, words: new Set(firstGrants(allWords, role)) };
}

test('every page of the product is looked at', () => {
  expect(screens.length).toBeGreaterThan(50);
  expect(screens.filter(({ file }) => !existsSync(file)).map(({ page }) => page.path)).toEqual([]);
  expect(menu.filter((entry) => !found.some(({ page }) => page.path === entry.path))).toEqual([]);
});

test('G20: a page for staff names a word that its own calls ask for', () => {
  const wrong = screens.filter(({ page, named }) => {
    const needed = neededFor(page);
    const words = named.map(wordOf).filter((word) => word !== undefined);
    return page.who.includes('staff') && words.length > 0 && !(needed && words.includes(needed));
  });
  expect(wrong.map(({ page, named }) => [page.path, neededFor(page), named.map(wordOf)])).toEqual([]);
});

/** First calls of a page that name no record: what a menu line leads to. A home asks as a consumer for consumers only. */
const firstCalls = (asked: Endpoint[], { role }: Person) =>
  asked
    .filter(({ path, kind }) => !path.includes('{') && kind === 'json')
    .filter(({ access }) => role === 'consumer' || !('consumer' in access))
    .slice(0, 1);

async function statusOf(endpoint: Endpoint, person: Person): Promise<number> {
  const { statusCode } = await app.server.inject({
    url: `/api/${endpoint.service}${endpoint.path}`,
    headers: { authorization: `Bearer ${person.idToken}` },
  });
  return statusCode;
}

test.each(BUILT_IN_ROLES.map((role) => [role]))(
  'G20: %s is answered on every page that it may open, and by every line of its menu',
  async (role: BuiltInRole) => {
    const person = role === 'consumer' ? await app.consumer() : await app.staff(role);
    const visitor = visitorOf(role);
    const lines = visibleMenu(menu, visitor).map(({ path }) => path);
    const refused: string[] = [];
    for (const { page, asked } of screens) {
      const opens = mayOpen(page, menu, visitor) && !page.exempt;
      if (!opens && !lines.includes(page.path)) continue;
      for (const endpoint of firstCalls(asked, person))
        if ([402, 403].includes(await statusOf(endpoint, person)))
          refused.push(`${page.path} ${endpoint.path}`);
    }
    expect(refused).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  },
);

test('G20: pages that staff may not open would be refused by the server', async () => {
  const person = await app.staffWith([]);
  const visitor: Visitor = { who: 'staff', words: new Set() };
  const answered: string[] = [];
  for (const { page, asked } of screens) {
    if (!page.who.includes('staff') || mayOpen(page, menu, visitor)) continue;
    const [guarded] = asked.filter((endpoint) => wordOf(endpoint) === neededFor(page));
    for (const endpoint of firstCalls(guarded ? [guarded] : [], person))
      if ((await statusOf(endpoint, person)) !== 402) answered.push(`${page.path} ${endpoint.path}`);
  }
  expect(answered).toEqual([]);
});

/** Spec §6, as far as their pages are built. */
const EXEMPT = [
  ...[
    /^\/profile$/,
    /^\/change-password$/,
    /^\/dashboard$/,
    /^\/configuration\/\w+$/,
    /^\/sector$/,
    /^\/road$/,
  ],
  ...[
    /^\/role-permission$/,
    /^\/wallet-list\/wallet-details/,
    /support-ticket-details/,
    /^\/email-management\/update/,
  ],
];

test('G20: the exempt paths of the specification open, and their calls are refused with 402', async () => {
  const person = await app.staffWith([]);
  const visitor: Visitor = { who: 'staff', words: new Set() };
  const exempt = screens.filter(({ page }) => EXEMPT.some((path) => path.test(page.path)));
  expect(exempt.length).toBeGreaterThanOrEqual(7);
  const wrong: string[] = [];
  for (const { page, asked } of exempt) {
    if (!mayOpen(page, menu, visitor)) wrong.push(`${page.path} does not open`);
    // One's own data needs no word.
    for (const endpoint of firstCalls(
      asked.filter((call) => wordOf(call) !== undefined),
      person,
    ))
      if ((await statusOf(endpoint, person)) !== 402) wrong.push(`${page.path} ${endpoint.path} answers`);
  }
  expect(wrong).toEqual([]);
});
