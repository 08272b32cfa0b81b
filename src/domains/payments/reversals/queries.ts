/** The last request of each payment to take it back. */
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import type { Reversal } from './reversal.rules.ts';

export function reversalsOf(
  db: Db | Tx,
  payments: readonly { id: string }[],
): Promise<(Reversal & { paymentId: string; requestedBy: string | null })[]> {
  return all(
    db,
    sql`select distinct on (v.payment_id) v.id, v.payment_id as "paymentId", v.state, v.reason,
        coalesce(w.name, '') as by, v.requested_by as "requestedBy",
        case when v.decision_remark is not null then jsonb_build_object('by', coalesce(d.name, ''), 'reason', v.decision_remark) end as ended
      from payments.reversals v left join identity.users w on w.id = v.requested_by left join identity.users d on d.id = v.decided_by
      where v.payment_id = any(${payments.map(({ id }) => id)}::uuid[]) order by v.payment_id, v.requested_at desc, v.id desc`,
  );
}
