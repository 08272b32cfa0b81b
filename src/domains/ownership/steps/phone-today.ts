/** Whose phone a code goes to, and whose it proves. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Of a row of consents: the phone of that owner today. A code proves the phone that it was sent to, and no other. */
export const phoneToday: Sql = sql`(select coalesce(u.phone, r.phone) from ownership.requests r
  left join consumers.consumers c on c.id = case consents.side when 'PRESENT' then r.from_consumer_id else r.to_consumer_id end
  left join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where r.id = consents.request_id)`;
