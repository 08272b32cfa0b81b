/** An address whose id can be none says what that of a wrong id says, and offers nothing to fill in or to try again. */
import { expect } from '@playwright/test';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { PAGES } from './addresses.ts';
import { addConsumer } from './consumer.ts';
import type { Program } from './program.ts';
import { sit } from './seat.ts';
import { today } from './today.ts';
import { test } from './town.ts';

type Reader = 'admin' | 'consumer' | 'planning';
const WRONG = 'xyz';
const HOUSEHOLD = '1799000555';

/** Pages of one record, and the one that a desk opens beside its list. */
const ofRecords = (who: Reader) => [
  ...PAGES.filter((page) => page.path.includes('$') && page.who.includes(who)).map(({ path }) => path),
  ...(who === 'planning' ? ['/noc-from-rajuk?id=$id'] : []),
];

async function personOf(who: Reader, { database }: Program) {
  if (who === 'admin') return who;
  if (who === 'planning') return 'rajukSAE' as const;
  const name = { national: HOUSEHOLD, name: 'Rahima Begum', nameBn: 'রহিমা বেগম' };
  await transaction(database.db, (tx) => addConsumer(tx, systemActor(new Date(), today(), 'e2e'), name));
  return { household: HOUSEHOLD };
}

for (const [who, language] of [
  ['admin', 'en'],
  ['consumer', 'bn'],
  ['planning', 'bn'],
] as const) {
  test(`a wrong address of a record, for ${who}`, async ({ browser, town }) => {
    test.slow();
    const { page, t } = await sit(browser, town, { who: await personOf(who, town), language });
    const wrong: string[] = [];
    for (const address of ofRecords(who)) {
      await page.goto(address.replace('$id', WRONG));
      const told = page.getByText(t.common.errors.not_found);
      const isTold = await told.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      );
      const again = await page.getByRole('button', { name: t.common.actions.retry }).count();
      if (!isTold || again > 0)
        wrong.push(`${address}: ${((await page.locator('main').textContent()) ?? '').slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });
}
