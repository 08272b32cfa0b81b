/** Tab alone: every control of a page in its order, each seen while it has the focus, none covered, no way without end. */
import { expect, type Page } from '@playwright/test';
import { test } from './demo.ts';
import { becomesQuiet, watch } from './look.ts';
import { enter, openScreen } from './screen.ts';
import { loginOf } from './town.ts';

const PAGES = [
  '/customer-management?page=1',
  '/billing/invoice-list?page=1',
  '/role-permission',
  '/take-payment',
  '/all-new-connections?page=1&view=board',
  '/work-order-process?page=1&view=board',
  '/work-order-process?page=1&view=calendar',
  '/global-setting',
  '/profile',
] as const;

type Stop = { name: string; isSeen: boolean; isCovered: boolean };

/** The control that has the focus; null outside the page's controls. */
function whereIsTheFocus(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(
    0,
    60,
  );
  // A field's frame may be that of its wrapper.
  const framed = [element, element.parentElement, element.closest('label')].some((candidate) => {
    if (!candidate) return false;
    const style = getComputedStyle(candidate);
    return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
  });
  const isField = element.matches('input, textarea, select');
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const isCovered =
    box.width > 1 && at !== null && !element.contains(at) && !at.contains(element) && !isField;
  return { name, isSeen: framed || isField, isCovered };
}

/** How many controls Tab should stop at: radios of one name are one stop. */
function countStops(): number {
  const groups = new Set<string>();
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex]';
  return [...document.querySelectorAll<HTMLInputElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.disabled || element.closest('[inert]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== 'radio') return true;
    const isNew = !groups.has(element.name);
    groups.add(element.name);
    return isNew;
  }).length;
}

async function tabThrough(page: Page): Promise<{ stops: number; faults: string[] }> {
  const faults: string[] = [];
  let stops = 0;
  // Some pages begin in their first field: back to the beginning of the page.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  for (let pressed = 0; pressed < 400; pressed += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(whereIsTheFocus);
    if (!stop) return { stops, faults };
    stops += 1;
    if (!stop.isSeen) faults.push(`no frame: ${stop.name}`);
    if (stop.isCovered) faults.push(`covered: ${stop.name}`);
  }
  return { stops, faults: [...faults, 'Tab never leaves the page'] };
}

test('Tab stops at every control, seen and not covered', async ({ browser, demo }) => {
  test.setTimeout(300_000);
  const screen = await openScreen(browser, { url: demo.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  const { page } = screen;
  const eye = watch(page);
  for (const path of PAGES) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    expect(await becomesQuiet(eye, 'en'), `${path} settles`).toBe(true);
    const expected = await page.evaluate(countStops);
    const { stops, faults } = await tabThrough(page);
    expect(faults, path).toEqual([]);
    expect(stops, `${path}: ${stops} of ${expected} controls`).toBeGreaterThanOrEqual(expected - 1);
  }
  await page.context().close();
});
