/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  ownership_request: sql`with place as (
      insert into settings.sectors (number, name) values ('ownership 1', 'Uttara') returning id),
    road as (insert into settings.roads (sector_id, number, name) select id, '1', 'Road 1' from place returning id),
    owner as (insert into consumers.consumers (number, name, phone, address) values ('2999999999', 'Owner', '+8801899999999', '') returning id),
    connection as (insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, dwelling_units,
        connected_on, route_order)
      select '3999999999', owner.id, road.id, '1', 'residential', 20, 1, '2024-01-01', 1 from owner, road returning id, number, consumer_id)
    insert into ownership.requests (number, connection_id, from_consumer_id, connection_number, from_name, sector_number, road_number,
      plot_number, asked_as, asked_by, asked_by_name, asked_at, expires_on, state_since, cause, name, phone, address)
    select '9399999999', id, consumer_id, number, 'Owner', '1', '1', '1', 'STAFF', uuidv7(), 'Example', now(), '2026-12-31', now(),
      'SALE', 'New owner', '+8801899999998', 'Dhaka' from connection returning id`,
};
