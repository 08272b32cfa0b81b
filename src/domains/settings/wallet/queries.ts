/** The limits of wallets of a day. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Dated } from '../dated/contract.ts';
import { type DatedKind, datedOn, listDated } from '../dated/queries.ts';
import { type WalletLimits, walletLimits } from './wallet.rules.ts';

export const WALLET: DatedKind<WalletLimits, 'wallet-limits'> = {
  key: 'wallet',
  noun: 'wallet-limits',
  parse: (value) => walletLimits.parse(value),
  twoPersons: true,
  approve: 'settings:approve-limits',
  withdraw: 'settings:approve-limits',
};

/** Standard limits before somebody has set any. */
export async function walletLimitsOn(db: Db | Tx, day: string): Promise<WalletLimits> {
  return (await datedOn(db, WALLET, day))?.value ?? walletLimits.parse({});
}

export async function listWalletLimits(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([walletLimitsOn(db, actor.today), listDated(db, actor, WALLET)]);
  return { today: actor.today, now, items };
}

/** What waits for its second person and can still be approved. */
export const waitingWalletLimits = async (db: Db | Tx, actor: Actor): Promise<Dated<WalletLimits>[]> =>
  (await listDated(db, actor, WALLET)).filter(
    ({ state, validFrom }) => state === 'PLANNED' && validFrom >= actor.today,
  );
