/**
 * A credit note of a bill became an advance, and that advance is gone: paid back, or moved to who took the bill over, whose payment was
 * reversed afterwards. Then the bill cannot be cancelled, and who asks hears it, not only the second person.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { goesWith } from '../../surcharges/queries.ts';
import { errors } from '../contract.ts';

/**
 * What the cancellation itself will find, at least (`cancel` of cancel-invoice.ts): what was paid becomes an advance, the credit notes are
 * taken back from the advances, and from the bills that those have paid. Money may come until the second person decides.
 */
export async function ensureCreditsLeft(
  tx: Tx,
  { id, connectionId }: { id: string; connectionId: string },
): Promise<void> {
  const balance = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  const { lacking } = await one<{ lacking: number }>(
    tx,
    sql`select (${balance}::bigint
      - coalesce((select sum(i.settled_minor) from billing.invoices i where ${goesWith('i', id)} and i.cancelled_on is null), 0)
      - coalesce((select sum(a.amount_minor) from billing.adjustments a where a.invoice_id = ${id} and a.amount_minor < 0
          and exists (select from ledger.journals j where j.kind = 'ADJUSTMENT' and j.source_id = a.id)), 0)
      - coalesce((select sum(u.amount_minor) from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
          where i.connection_id = ${connectionId} and i.cancelled_on is null and not coalesce(${goesWith('i', id)}, false)), 0))::bigint as lacking`,
  );
  if (lacking > 0) throw fail(errors.advance_gone);
}
