/**
 * Every page of every role over a filled town, in Bengali on a phone of 390 px and in English on a desk of 1280 px,
 * for those who between them have every page also the other way round: no error, nothing wider than the screen, no key
 * or code instead of words, the right title. Axe looks at every page in both languages and both themes: of one page at
 * light Bengali and dark English, of the next at dark Bengali and light English; with AXE=all at all four of each.
 */
import { expect } from '@playwright/test';
import { CONSUMER_EMAIL, DEMO_PASSWORD } from '#app/demo/logins.ts';
import { BUILT_IN_ROLES, type BuiltInRole } from '#shared/permissions.ts';
import type { Language } from '#web/texts/texts.ts';
import { type Address, addressesOf, PAGES } from './addresses.ts';
import { test } from './demo.ts';
import {
  accessible,
  chooseOther,
  type Eye,
  go,
  inspect,
  paint,
  photograph,
  settled,
  watch,
  watchHiding,
} from './look.ts';
import { enter, openScreen } from './screen.ts';
import { loginOf } from './town.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** Between them they have every page with every button; axe finds the same on it for the others. */
const SEEN_BY_AXE: readonly BuiltInRole[] = ['admin', 'rajukPD', 'consumer'];

type Scheme = 'light' | 'dark';
const ALL_FOUR = process.env.AXE === 'all';

/** The themes in which axe sees a page in this language. */
function schemesOf(language: Language, index: number): Scheme[] {
  if (ALL_FOUR) return ['light', 'dark'];
  return [(language === 'bn') === (index % 2 === 0) ? 'light' : 'dark'];
}

const usualSize = (language: Language) => (language === 'bn' ? PHONE : DESK);

type Look = { role: BuiltInRole; first: Language; index: number; isForAxe: boolean; isOtherPage: boolean };

/** One page in both languages, opened once; gives the language that it ends in. */
async function lookAt(eye: Eye, { address, title, heading }: Address, look: Look): Promise<Language> {
  const { page } = eye;
  const see = async (language: Language, size: typeof PHONE) => {
    await page.setViewportSize(size);
    await settled(eye, title, language);
    const shown = (await page.locator('main h1').first().textContent())?.trim();
    if (heading && shown !== heading[language])
      eye.problems.push(`${address} is called ${heading[language]} in the menu, and ${shown} on the page`);
    await inspect(eye);
    await photograph(eye, `${look.role}-${language}`);
    if (process.env.PICTURES) {
      await paint(eye, 'dark');
      await photograph(eye, `${look.role}-${language}-dark`);
      await paint(eye, 'light');
    }
    if (!look.isForAxe || size !== usualSize(language)) return;
    for (const scheme of schemesOf(language, look.index)) {
      await paint(eye, scheme);
      await accessible(eye);
    }
    await paint(eye, 'light');
  };
  const { first } = look;
  await go(eye, address, look.isOtherPage);
  await see(first, usualSize(first));
  if (look.isForAxe) await see(first, usualSize(first) === PHONE ? DESK : PHONE);
  const other = await chooseOther(eye, first);
  if (look.isForAxe) await see(other, usualSize(other) === PHONE ? DESK : PHONE);
  await see(other, usualSize(other));
  return other;
}

const login = (role: BuiltInRole) =>
  role === 'consumer' ? { login: CONSUMER_EMAIL, password: DEMO_PASSWORD } : loginOf(role);

/** Who has many pages shares them between several tests, so that two workers end at the same time. */
const PARTS: Partial<Record<BuiltInRole, number>> = { admin: 3, reviewer: 2 };
/** A page takes a second or two; on a machine with much else to do, ten times that. */
const PART_MS = 600_000;

async function lookAround(eye: Eye, addresses: Address[], role: BuiltInRole): Promise<void> {
  const isForAxe = SEEN_BY_AXE.includes(role);
  let language: Language = 'bn';
  for (const [index, address] of addresses.entries()) {
    // The first may be the page that is open already.
    const isOtherPage = index > 0 && address.path !== addresses[index - 1]?.path;
    language = await lookAt(eye, address, { role, first: language, index, isForAxe, isOtherPage });
  }
}

const roleParts = BUILT_IN_ROLES.flatMap((role) =>
  Array.from({ length: PARTS[role] ?? 1 }, (_, part) => ({ role, part })),
);
for (const { role, part } of roleParts) {
  const parts = PARTS[role] ?? 1;
  test(`every page of ${role}${parts > 1 ? `, ${part + 1} of ${parts}` : ''}`, async ({ browser, demo }) => {
    test.setTimeout(PART_MS);
    const screen = await openScreen(browser, { url: demo.url, language: 'bn', width: 390 });
    await enter(screen, login(role));
    // Axe must not meet colours on their way.
    await screen.page.emulateMedia({ reducedMotion: 'reduce' });
    const eye = watch(screen.page);
    await watchHiding(eye);
    const addresses = await addressesOf(demo.database.db, role);
    const own = addresses.filter((_, index) => index % parts === part);
    await screen.page.goto(own[0]?.address ?? '/');
    await lookAround(eye, own, role);
    expect(eye.problems).toEqual([]);
    await screen.page.context().close();
  });
}

test('pages for people who are not signed in', async ({ browser, demo }) => {
  const problems: string[] = [];
  for (const language of ['bn', 'en'] as const) {
    const { page } = await openScreen(browser, { url: demo.url, language, width: 390 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const eye = watch(page);
    for (const { path } of PAGES.filter(({ who }) => who.includes('public'))) {
      await page.goto(path);
      await page.locator('h1, h2').first().waitFor();
      await inspect(eye);
      for (const scheme of ['light', 'dark'] as const) {
        await paint(eye, scheme);
        await accessible(eye);
      }
      await page.setViewportSize(DESK);
      await inspect(eye);
      await page.setViewportSize(PHONE);
    }
    problems.push(...eye.problems);
    await page.context().close();
  }
  expect(problems).toEqual([]);
});
