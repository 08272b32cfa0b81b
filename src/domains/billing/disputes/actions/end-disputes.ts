/**
 * Corrections of bills end disputes, in their transaction: one that was found right by any correction, every other one if nothing is left of
 * the bill. A correction that was refused opens what was found again.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { changesBill } from '../../corrections/corrections-of.ts';
import type { DisputeState } from '../dispute.rules.ts';
import { tellEnded, tellReopened } from '../tell-people.ts';

type Ended = { id: string; state: DisputeState; before: DisputeState };

/** The connections are locked. @param connections select of id */
export async function endDisputesOf(
  tx: Tx,
  actor: Actor,
  { connections, correctionId = null }: { connections: Sql; correctionId?: string | null },
): Promise<void> {
  const ended = await all<Ended>(
    tx,
    sql`update billing.disputes d set ended_at = ${actor.now}, ended_on = ${actor.today}, version = d.version + 1,
        correction_id = f.correction_id, state = case when f.is_found then d.verdict else 'CORRECTED' end
      from (
        select o.id, o.state, k.id as correction_id, o.state = 'TO_CORRECT' and k.id is not null as is_found,
          i.cancelled_on is not null or i.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a
            where a.invoice_id = i.id and a.amount_minor < 0), 0) <= 0 as is_gone
        from billing.disputes o join billing.invoices i on i.id = o.invoice_id
        left join billing.corrections k on k.id = ${correctionId}::uuid and ${changesBill('i')}
        where o.ended_at is null and i.connection_id in (${connections})
      ) f
      where f.id = d.id and (f.is_found or f.is_gone) returning d.id, d.state, f.state as before`,
  );
  for (const { id } of ended) await collectAgain(tx, actor, id);
  await audit(
    tx,
    actor,
    ...ended.map(({ id, state, before }) => ({
      ...{ action: 'dispute.correct' as const, object: 'dispute' as const, objectId: id },
      ...{ before: { state: before }, after: { state } },
    })),
  );
  await tellEnded(
    tx,
    actor,
    ended.map(({ id }) => id),
  );
}

/** The second person refused the correction. The caller has locked it. */
export async function openDisputesAgain(tx: Tx, actor: Actor, correctionId: string): Promise<void> {
  const opened = await all<{ id: string }>(
    tx,
    sql`update billing.disputes d set state = 'OPEN', verdict = null, answer = null, decided_by = null, decided_by_name = null,
        decided_at = null, version = d.version + 1
      from billing.corrections k, billing.invoices i
      where k.id = ${correctionId} and d.state = 'TO_CORRECT' and i.id = d.invoice_id and ${changesBill('i')}
      returning d.id`,
  );
  for (const { id } of opened) {
    await audit(tx, actor, {
      action: 'dispute.open-again',
      object: 'dispute',
      objectId: id,
      before: { state: 'TO_CORRECT' },
      after: { state: 'OPEN' },
    });
    await tellReopened(tx, actor, id);
  }
}
