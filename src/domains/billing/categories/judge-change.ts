/** Whether a change of a category may be: asked when it is proposed and again when it is approved, under the lock of the connection. */
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { changesAnything, type Span } from './category.rules.ts';
import { errors } from './contract.ts';
import { spansOf } from './queries.ts';

export type AskedChange = {
  connectionId: string;
  category: string;
  fromDay: string;
  untilDay: string | null;
  nextCategory: string | null;
};

/** @returns the categories of the connection as they are now */
export async function judgeChange(tx: Tx, asked: AskedChange): Promise<Span[]> {
  const { connectionId, fromDay, untilDay, nextCategory } = asked;
  const { isClosed } = await one<{ isClosed: boolean }>(
    tx,
    sql`select status = 'closed' as "isClosed" from meters.connections where id = ${connectionId}`,
  );
  if (isClosed) throw fail(errors.connection_closed);
  const { day } = await one<{ day: string | null }>(
    tx,
    sql`select billing.category_change_billed_until(${connectionId}, ${fromDay}, ${untilDay}, ${nextCategory}) as day`,
  );
  if (day !== null) throw fail(errors.day_billed, { day });
  await refuseUnpriced(tx, asked);
  const spans = await spansOf(tx, connectionId);
  if (!changesAnything(spans, asked)) throw fail(errors.nothing_changes);
  return spans;
}

/** A category without a price on its first day would keep the connection without bills. */
async function refuseUnpriced(
  tx: Tx,
  { category, fromDay, untilDay, nextCategory }: AskedChange,
): Promise<void> {
  const unpriced = await first<{ category: string }>(
    tx,
    sql`select k.category from (values (1, ${category}::text, ${fromDay}::date), (2, ${nextCategory}::text, ${untilDay}::date)) as k (n, category, day)
      where k.category is not null and not exists (
        select from billing.tariff_versions v where v.category = k.category and v.state = 'APPROVED' and v.effective_from <= k.day)
      order by k.n limit 1`,
  );
  if (unpriced) throw fail(errors.no_tariff, { category: unpriced.category });
}
