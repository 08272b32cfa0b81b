/** The fee of a returned cheque. */
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type ChequeFee, chequeFee } from './contract.ts';

export const CHEQUE_FEE: DatedKind<ChequeFee, 'cheque-fee'> = {
  key: 'cheque-fee',
  noun: 'cheque-fee',
  parse: (value) => chequeFee.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

const NONE = chequeFee.parse({});

/** Of that day; 0 before there is one. */
export async function feeOn(db: Db | Tx, day: string) {
  return ((await datedOn(db, CHEQUE_FEE, day))?.value ?? NONE).returnFeeMinor;
}

export async function listChequeFee(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([
    datedOn(db, CHEQUE_FEE, actor.today),
    listDated(db, actor, CHEQUE_FEE),
  ]);
  return { today: actor.today, now: now?.value ?? NONE, items };
}
