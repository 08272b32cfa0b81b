/** The last step of what takes an advance back: the connection cannot owe an advance that was paid out already. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../corrections/contract.ts';

/** The caller holds the connection's lock. */
export async function ensureNotOverdrawn(tx: Tx, connectionId: string): Promise<void> {
  const balance = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  if (balance > 0) throw fail(errors.advance_gone);
}
