/** "Alone up to" of a cash variance: the limit of reversals, with the memory of the person and the day. */
import { leftAlone, lockPerson, mayAlone } from '#domains/billing/corrections/second-person.ts';
import type { VarianceAlone } from '#domains/ledger/points.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { getPaymentSettings } from './settings/queries.ts';

async function about(db: Db | Tx) {
  const limitMinor = (await getPaymentSettings(db)).settings.reverseAloneUpToMinor;
  return { limitMinor, connectionId: null, billIds: [] };
}

export const cashVarianceAlone: VarianceAlone = {
  lock: lockPerson,
  mayAlone: async (tx, actor, act) => mayAlone(tx, actor, { ...act, ...(await about(tx)), kind: 'VARIANCE' }),
  leftMinor: async (db, actor) => (await leftAlone(db, actor, await about(db))) ?? 0,
};
