/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  work_order: sql`with place as (
      insert into settings.sectors (number, name) values ('work 1', 'Uttara') returning id),
    road as (insert into settings.roads (sector_id, number, name) select id, '1', 'Road 1' from place returning id)
    insert into work_orders.orders (number, category_id, road_id, plot_number, description, priority, asked_as, asked_by, asked_by_name,
      asked_at, due_at, state_since)
    select '7999999999', k.id, road.id, '1', 'Example', 'NORMAL', 'STAFF', uuidv7(), 'Example', now(), now(), now()
      from road, work_orders.categories k where k.code = 'LEAK' returning id`,
};
