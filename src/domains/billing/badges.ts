/** The badge of billing: bills that are not paid in full. */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { type Db, sql, type Tx } from '#platform/database/db.ts';
import { isAmongDisputed } from './disputes/disputed.ts';
import { visibleTo } from './invoices/queries.ts';
import { ownOpenOf } from './invoices/taken-over.ts';
import { OPEN_STATES } from './invoices/tally.ts';

export async function invoiceBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  return { invoice_count: { item_count: may(actor, 'invoices:view') ? await openInvoices(db, actor) : 0 } };
}

async function openInvoices(db: Db | Tx, actor: Actor): Promise<number> {
  const { open } = await oneTogether<{ open: number }>(
    db,
    actor.kind === 'consumer'
      ? sql`select count(*) as open from billing.invoices i
          where i.cancelled_on is null and i.settled_minor < i.total_minor and ${ownOpenOf('i')} > 0
            and not ${isAmongDisputed('i')} and ${visibleTo(actor)}`
      : sql`select coalesce(sum(invoices), 0)::bigint as open from billing.invoice_tally where state in ${OPEN_STATES}`,
  );
  return open;
}
