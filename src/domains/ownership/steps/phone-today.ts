/** Whose phone a code goes to, and whose it proves. */
import { codePhone } from '#domains/consumers/code-phone.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/**
 * Of a row of consents: the phone of that owner today. A code proves the phone that it was sent to, and no other. Of the present
 * owner, who gives the connection away, it is the phone that proves it.
 */
export const phoneToday = ({
  now,
}: Pick<Actor, 'now'>): Sql => sql`(select case when u.id is null then r.phone
    when consents.side = 'PRESENT' then ${codePhone(sql`u`, now)} else u.phone end from ownership.requests r
  left join consumers.consumers c on c.id = case consents.side when 'PRESENT' then r.from_consumer_id else r.to_consumer_id end
  left join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where r.id = consents.request_id)`;
