/** The rules of rebates, and the rebate of a bill. */
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { firstUnissuedDay } from '../surcharges/queries.ts';
import { NO_REBATE, type RebateRules, rebateRules } from './rebate.rules.ts';

export const REBATES: DatedKind<RebateRules, 'rebate-rules'> = {
  key: 'rebates',
  noun: 'rebate-rules',
  parse: (value) => rebateRules.parse(value),
  twoPersons: true,
  keepsDay: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export async function listRebateRules(db: Db | Tx, actor: Actor) {
  const [now, items, earliest] = await Promise.all([
    datedOn(db, REBATES, actor.today),
    listDated(db, actor, REBATES),
    firstUnissuedDay(db, actor.today),
  ]);
  return { today: actor.today, now: now?.value ?? NO_REBATE, items, earliest };
}
