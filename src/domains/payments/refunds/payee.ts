/** Who gets the money of a refund `f` back, if the register does not know them: who paid it, as they were named and reached then. */
import { sql } from '#platform/database/db.ts';

/** Of several payments of one demand note the last. */
export const joinPayer = sql`left join lateral (
    select p.payer_name, p.payer_name_bn, p.payer_phone from payments.payments p
    where f.consumer_id is null
      and (p.id = f.payment_id or (f.payment_id is null and p.demand_note_id = f.demand_note_id and p.state = 'APPROVED'))
    order by p.paid_on desc, p.created_at desc, p.id desc limit 1) w on true`;
