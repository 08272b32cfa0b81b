/** Looks at pages as a careful person would: what went wrong, what does not fit, what is not words. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { Title } from '#web/navigation/title.ts';
import type { Language } from '#web/texts/texts.ts';
import { texts } from './texts.ts';

export type Eye = {
  page: Page;
  /** What went wrong so far; a test expects it to be empty. */
  problems: string[];
  /** Questions that are not answered yet. */
  open: Set<unknown>;
};

const SETTLE_MS = 15_000;
/** Pixels: of a longer page the upper part is enough. */
const MOST_OF_A_PICTURE = 2400;

/** Notes what goes wrong on a page from now on. */
export function watch(page: Page): Eye {
  const problems: string[] = [];
  const open = new Set<unknown>();
  const note = (what: string) => problems.push(`${page.url().replace(/^https?:\/\/[^/]+/, '')} ${what}`);
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().includes('/api/')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => {
    open.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // A page that is left takes its questions back.
    if (reason !== 'net::ERR_ABORTED') note(`${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
  });
  return { page, problems, open };
}

const HIDDEN = 'noteHiddenPage';

/** Notes each page that is hidden again after it was shown. */
export async function watchHiding({ page, problems }: Eye): Promise<void> {
  await page.exposeFunction(HIDDEN, (title: string) =>
    problems.push(`${page.url()} hid "${title}" again after it was shown`),
  );
  await page.addInitScript(noteHidden, HIDDEN);
}

/**
 * Runs in the browser. If a part of a page waits for its texts, and nothing around it waits in its place, React takes the whole page away for a
 * third of a second: it blinks, and the keyboard loses its place.
 */
function noteHidden(name: string): void {
  const tell = (title: string) =>
    (window as unknown as Record<string, (title: string) => void>)[name]?.(title);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const title = (target as HTMLElement).querySelector('h1')?.textContent;
      if (title && (target as HTMLElement).style.getPropertyPriority('display') === 'important') tell(title);
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

/** Marks the heading: a page is quiet again when it shows another one, even if both have the same words. */
export async function leave({ page }: Eye): Promise<void> {
  await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-left', ''));
}

/** Goes there within the program, as a link does: nothing is loaded again. */
export async function go(eye: Eye, address: string, isOtherPage: boolean): Promise<void> {
  if (isOtherPage) await leave(eye);
  await eye.page.evaluate((there) => history.pushState({}, '', there), address);
}

/** Chooses the other language in the frame; gives it. */
export async function chooseOther({ page }: Eye, now: Language): Promise<Language> {
  const other = now === 'bn' ? 'en' : 'bn';
  const name = `${texts(now).common.frame.language}: ${other === 'bn' ? 'বাংলা' : 'English'}`;
  await page.getByRole('button', { name }).click();
  return other;
}

/** Waits until the page of this title is shown and nothing on it is still loading. */
export async function settled(
  { page, problems, open }: Eye,
  title: Title,
  language: Language,
): Promise<void> {
  const wanted = `${title[language]} | `;
  if (await becomesQuiet({ page, open }, language, wanted)) return;
  problems.push(`${page.url()} is called "${await page.title()}", not "${wanted}", or did not settle`);
}

/** True when a page whose title begins like this is shown, and nothing on it is still loading. */
export async function becomesQuiet(
  { page, open }: Pick<Eye, 'page' | 'open'>,
  language: Language,
  title = '',
): Promise<boolean> {
  const loading = texts(language).common.list.loading;
  for (const end = Date.now() + SETTLE_MS; Date.now() < end; ) {
    const [shown, isQuiet] = await page.evaluate(isSettled, loading);
    if (isQuiet && open.size === 0 && shown.startsWith(title)) return true;
  }
  return false;
}

/** Runs in the browser: the title, and whether two frames after each other show nothing that loads. */
function isSettled(loading: string): Promise<[string, boolean]> {
  const isQuiet = () =>
    document.querySelector('main h1:not([data-left])') !== null &&
    document.querySelector('main [aria-busy=true]') === null &&
    document.querySelector(`[role=status][aria-label="${loading}"]`) === null;
  return new Promise((resolve) => {
    const before = isQuiet();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve([document.title, before && isQuiet()])));
  });
}

/** For a person who looks at the pages: `PICTURES=<folder> npm run e2e -- every-page` keeps a picture of each there, in both themes. */
export async function photograph({ page }: Eye, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  const { pathname, search } = new URL(page.url());
  const file = `${pathname}${search}`.replace(/[^\w-]+/g, '_').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width = 0 } = page.viewportSize() ?? {};
  const clip = { x: 0, y: 0, width, height: Math.min(height, MOST_OF_A_PICTURE) };
  await page.screenshot({ path: `${folder}/${width}-${name}/${file}.png`, fullPage: true, clip });
}

/** Overflow, tabs that are cut, texts that are keys, codes or values that nobody wrote for people, and what only a mouse can reach. */
export async function inspect({ page, problems }: Eye): Promise<void> {
  await page.evaluate(drawn);
  const found = await page.evaluate(shownProblems);
  const size = page.viewportSize();
  for (const what of found) problems.push(`${page.url()} at ${size?.width} px: ${what}`);
}

/** Runs in the browser. What follows the size of something else is drawn again one frame after it. */
const drawn = () =>
  new Promise<void>((end) => requestAnimationFrame(() => requestAnimationFrame(() => end())));

/** Runs in the browser. */
function shownProblems(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > window.innerWidth) {
    const beyond = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > window.innerWidth,
      )
      .map(
        (element) => `${element.tagName} ${element.className} "${element.textContent?.slice(0, 20) ?? ''}"`,
      );
    found.push(`${wide} px wide, because of ${beyond.slice(-3).join(', ')}`);
  }
  if (!document.querySelector('h1')?.textContent?.trim()) found.push('no heading');
  // On a phone nothing tells that a row goes on beyond the edge.
  const PHONE = 640;
  for (const tab of document.querySelectorAll('main [role=tab], main nav a')) {
    const { left, right, width } = tab.getBoundingClientRect();
    const isCut = left < 0 || right > window.innerWidth || tab.scrollWidth > Math.ceil(width);
    if (window.innerWidth <= PHONE && width > 0 && isCut) found.push(`cuts "${tab.textContent}"`);
  }
  const key = /^[a-z][a-z0-9]*([._][a-z0-9]+)+$/;
  const code = /^[A-Z]{2,}(_[A-Z]+)+$/;
  const nonsense = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |Invalid Date/;
  const judge = (text: string) => {
    const shown = text.trim();
    // Names of files, and the domains that stand for any.
    const isName = /\.(pdf|png|jpe?g|csv|xlsx)$|\bexample\.(org|com)$/.test(shown);
    if ((key.test(shown) && !isName) || code.test(shown) || nonsense.test(shown))
      found.push(`says "${shown}"`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const name = node.parentElement?.tagName;
    if (name !== 'SCRIPT' && name !== 'STYLE' && name !== 'CODE') judge(node.textContent ?? '');
  }
  for (const attribute of ['aria-label', 'placeholder', 'title', 'alt']) {
    for (const element of document.querySelectorAll(`[${attribute}]`))
      judge(element.getAttribute(attribute) ?? '');
  }
  // Options of a list are chosen with the arrow keys of the field that opens it.
  const focusable =
    'a[href], button, input, select, textarea, label, summary, [tabindex], [role=listbox], [role=option]';
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.tabIndex > 0) found.push(`takes the focus out of turn: ${element.outerHTML.slice(0, 120)}`);
    if (getComputedStyle(element).cursor !== 'pointer' || element.closest(focusable)) continue;
    // A row that is clicked as a whole has its link inside.
    if (!element.querySelector('a[href], button'))
      found.push(`only for the mouse: ${element.outerHTML.slice(0, 120)}`);
  }
  return [...new Set(found)];
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Violation = { id: string; count: number; first: string };

/** Everything that axe finds against WCAG 2.2 AA, the size of targets included. */
export async function accessible({ page, problems }: Eye): Promise<void> {
  // A page keeps axe until it is loaded again; half a megabyte is not sent again for each look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(violationsOf, WCAG);
  const size = page.viewportSize();
  for (const { id, count, first } of violations)
    problems.push(`${page.url()} at ${size?.width} px: ${id} (${count}): ${first}`);
}

/**
 * Runs in the browser. Axe describes only what is wrong: a description of all that is right takes longer than the
 * search. The product's one frame shows a PDF by the browser's own viewer. Nobody reaches what is behind an open dialog:
 * there the bottom bar covers what a person would scroll to.
 */
async function violationsOf(tags: string[]): Promise<Violation[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const dialogs = [...document.querySelectorAll('dialog:modal, [role=dialog][aria-modal=true]')];
  const dialog = dialogs.findLast((each) => each.checkVisibility());
  const { violations } = await axe.run(dialog ?? document, {
    runOnly: tags,
    resultTypes: ['violations'],
    iframes: false,
  });
  return violations.map(({ id, nodes }) => ({
    id,
    count: nodes.length,
    first: `${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ''}`,
  }));
}

/** As the theme switch leaves the page. */
export async function paint({ page }: Eye, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.mantineColorScheme = chosen;
  }, scheme);
}
