/** An address whose id can be none says what that of a wrong id says, and offers nothing to fill in or to try again. */

import { expect } from '@playwright/test';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { PAGES } from './addresses.ts';
import { enter, openScreen, seen } from './screen.ts';
import { loginOf, test } from './town.ts';

const WRONG = 'xyz';
/** Pages of one record, and those that open one beside a list. */
const ofRecords = (who: 'admin' | 'consumer' | 'planning') => [
  ...PAGES.filter((page) => page.path.includes('$') && page.who.includes(who)).map(({ path }) => path),
  ...(who === 'planning' ? ['/noc-from-rajuk?id=$id'] : []),
];

const people = [
  ['admin', 'admin', 'en'],
  ['consumer', 'consumer', 'bn'],
  ['planning', PLANNING_ROLES[0], 'bn'],
] as const;
for (const [who, role, language] of people) {
  test(`a wrong address of a record, for ${who}`, async ({ browser, town }) => {
    test.slow();
    const screen = await openScreen(browser, { url: town.url, language });
    const { page, t } = screen;
    await enter(screen, loginOf(role as never));
    const addresses = ofRecords(who);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address.replace('$id', WRONG));
        await seen(page.getByText(t.common.errors.not_found));
        await expect(page.getByRole('button', { name: t.common.actions.retry })).toHaveCount(0);
        await expect(page.getByText(t.common.errors.invalid_input)).toHaveCount(0);
      });
    }
    await page.context().close();
  });
}
