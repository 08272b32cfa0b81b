/** What each tab of a desk shows and counts, and what is gone from all of them. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { listNoc } from './contract.ts';

const app = await testApp();
const [first, last] = [await app.staff('rajukSAE'), await app.staff('rajukPD')];
const TABS = ['mine', 'chain', 'decided'] as const;

async function shownTo(as: typeof first) {
  const [mine, chain, decided] = await Promise.all(
    TABS.map(async (desk) => {
      const { items, total, counts } = await app.call(listNoc, { as, query: { desk, limit: 50 } });
      expect([desk, total, counts[desk]]).toEqual([desk, items.length, items.length]);
      return items.map(({ id }) => id).toSorted();
    }),
  );
  return { mine, chain, decided };
}

test.each(['deleted_at', 'archived_at'])(
  'what has %s is in no tab, and in no number of one',
  async (column) => {
    const waiting = [
      await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
      await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    ];
    const decided = [
      await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
      await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
    ];
    const before = [await shownTo(first), await shownTo(last)];
    const ids = (made: { id: string }[]) => made.map(({ id }) => id);
    expect(before[0]?.mine).toEqual(expect.arrayContaining(ids(waiting)));
    expect(before[0]?.decided).toEqual(expect.arrayContaining(ids(decided)));
    expect(before[1]?.mine).toEqual([]);
    expect(before[1]?.chain).toEqual(before[0]?.chain);
    const gone = [waiting[0]?.id, decided[0]?.id];
    await execute(
      app.owner.db,
      sql`update applications.applications set ${sql.ref(column)} = now() where id = any(${gone}::uuid[])`,
    );
    const without = (tab: string[] = []) => tab.filter((id) => !gone.includes(id));
    const rest = ({ mine, chain, decided }: (typeof before)[number]) => ({
      ...{ mine: without(mine), chain: without(chain), decided: without(decided) },
    });
    expect([await shownTo(first), await shownTo(last)]).toEqual(before.map(rest));
  },
);
