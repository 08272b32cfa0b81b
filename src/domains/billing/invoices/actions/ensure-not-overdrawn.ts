/** The last step of what takes an advance back: what of it was paid out already. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../corrections/contract.ts';
import { issueBeside } from './issue-beside.ts';

/** Nobody owes an advance that was paid out: it is not taken back. The caller holds the connection's lock. */
export async function ensureNotOverdrawn(tx: Tx, connectionId: string): Promise<undefined> {
  const balance = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  if (balance > 0) throw fail(errors.advance_gone);
}

/**
 * What a bank did is written down in any case: an advance that was paid out and is gone is a debt of the connection, by a bill of its own. The
 * caller holds the connection's lock.
 * @param invoiceId the bill, also a cancelled one, that the money had paid
 * @returns undefined if nothing is missing
 */
export async function chargeOverdrawn(
  tx: Tx,
  actor: Actor,
  { connectionId, invoiceId }: { connectionId: string; invoiceId: string },
): Promise<{ id: string; amountMinor: number } | undefined> {
  const amountMinor = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  if (amountMinor <= 0) return undefined;
  const { id } = await issueBeside(tx, actor, { invoiceId, kind: 'advance_back', amountMinor });
  return { id, amountMinor };
}
