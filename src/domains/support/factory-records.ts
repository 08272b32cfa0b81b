/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  ticket: sql`with person as (
      insert into consumers.consumers (number, name, phone, created_at) values ('2999999998', 'Example', '+8801999999998', now()) returning id)
    insert into support.tickets (number, category_id, consumer_id, subject, channel, priority, asked_by, asked_by_name, asked_at,
      state_since, answer_hours, solve_hours, answer_due_at, solve_due_at)
    select '8999999999', k.id, person.id, 'Example', 'PORTAL', 'NORMAL', uuidv7(), 'Example', now(), now(), 1, 2, now(), now()
      from person, support.categories k where k.code = 'LEAK' returning id`,
};
