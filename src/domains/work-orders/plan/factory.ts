/** Many orders at once, for the tests of what a plan shows and reads. */
import { execute, sql } from '#platform/database/db.ts';
import type { TestApp } from '#test/app.ts';
import type { OrderState } from '../work-order.rules.ts';

type Many = {
  count: number;
  state: Extract<OrderState, 'PENDING' | 'ACCEPTED' | 'RE_OPEN' | 'CANCELLED'>;
  /** An instant; each further order is due a minute later. */
  dueFrom: string;
};

/** Orders of a place of their own, which nobody has. */
export async function makeManyOrders(app: TestApp, { count, state, dueFrom }: Many): Promise<void> {
  const place = crypto.randomUUID().slice(0, 8);
  await execute(
    app.owner.db,
    sql`with sector as (insert into settings.sectors (number, name) values (${place}, ${place}) returning id),
      road as (insert into settings.roads (sector_id, number, name) select id, '1', 'Road 1' from sector returning id)
      insert into work_orders.orders (number, category_id, road_id, plot_number, description, priority, asked_as, asked_by,
        asked_by_name, asked_at, due_at, state, state_since)
      select ${place} || n, k.id, road.id, n::text, 'Water comes out of the road', 'NORMAL', 'STAFF', uuidv7(), 'Clerk',
        ${dueFrom}::timestamptz - interval '5 days', ${dueFrom}::timestamptz + n * interval '1 minute', ${state}, ${dueFrom}::timestamptz
      from generate_series(0, ${count - 1}) n, road, work_orders.categories k where k.code = 'LEAK'`,
  );
  await execute(app.owner.db, sql`analyze work_orders.orders`);
}
