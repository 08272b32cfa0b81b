/** With no filter in the address, no filter of any list looks as if it narrowed the list; one that is set does. */
import { expect } from '@playwright/test';
import { addressesOf } from './addresses.ts';
import { test } from './demo.ts';
import { becomesQuiet, go, watch } from './look.ts';
import { enter, openScreen } from './screen.ts';
import { loginOf } from './town.ts';

type Field = { label: string; value: string; colour: string; background: string };

/** Runs in the browser: each filter of the page, with what it shows and the colours that it shows it in. */
function filtersOf(): { fields: Field[]; chips: number } {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-filters] :is(input, select)'),
  ]
    .filter(
      (field) => field.type !== 'search' && field.type !== 'hidden' && !field.closest('[data-never-empty]'),
    )
    .map((field) => {
      const isPlaceholder = field.value === '';
      const { backgroundColor } = getComputedStyle(field);
      const style =
        isPlaceholder && field.tagName === 'INPUT'
          ? getComputedStyle(field, '::placeholder')
          : getComputedStyle(field);
      return {
        label: field.getAttribute('aria-label') ?? '',
        value: field.value,
        colour: style.color,
        background: backgroundColor,
      };
    });
  return {
    fields,
    chips: document.querySelectorAll('[data-filters] [data-chip]').length,
  };
}

const MANY_FILTERS = 40;

test('a filter of which nothing is chosen looks empty, on every list', async ({ browser, demo }) => {
  test.setTimeout(400_000);
  const screen = await openScreen(browser, { url: demo.url, language: 'en' });
  const { page } = screen;
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(screen, loginOf('admin'));
  const eye = watch(page);
  const addresses = (await addressesOf(demo.database.db, 'admin')).filter(
    ({ address }) => !address.includes('?'),
  );
  const wrong: string[] = [];
  const seen = new Set<string>();
  let filters = 0;
  for (const [index, { address, title }] of addresses.entries()) {
    if (index === 0) await page.goto(address);
    else await go(eye, address, true);
    await becomesQuiet(eye, 'en', `${title.en} | `);
    const { fields, chips } = await page.evaluate(filtersOf);
    filters += fields.length;
    for (const { label, value, colour, background } of fields) {
      if (value !== '') wrong.push(`${address}: ${label} shows ${value}`);
      seen.add(`${colour} on ${background}`);
      if (seen.size > 1) wrong.push(`${address}: ${label} is ${colour} on ${background}`);
    }
    if (chips > 0) wrong.push(`${address}: ${chips} chips`);
  }
  expect(wrong).toEqual([]);
  // What is set has another look, and a chip below the filters.
  await go(eye, '/materials/FIXED?page=1&active=true', true);
  await becomesQuiet(eye, 'en');
  const { fields, chips } = await page.evaluate(filtersOf);
  expect(chips).toBe(1);
  expect(fields.map(({ colour, background }) => `${colour} on ${background}`)).not.toEqual([...seen]);
  expect(filters).toBeGreaterThan(MANY_FILTERS);
  await page.context().close();
});
