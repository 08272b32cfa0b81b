/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  dunning_case: sql`with rules as (
      insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by, planned_by_name, planned_at, withdrawn_at)
      values ('dunning', '2026-01-01', '{}', 'WITHDRAWN', true, 'Example', uuidv7(), 'Example', now(), now()) returning id),
    owed as (select id, consumer_id from meters.connections limit 1)
    insert into collections.cases (connection_id, consumer_id, state, state_on, opened_on, due_minor, late_since, pay_by, rules_id)
    select owed.id, owed.consumer_id, 'REMINDED', '2026-11-15', '2026-11-15', 50000, '2026-10-01', '2026-11-30', rules.id from owed, rules returning id`,
};
