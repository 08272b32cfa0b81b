/** The rules of the dunning ladder. */
import { listTariffCategories } from '#domains/billing/tariffs/queries.ts';
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { type LadderRules, ladderRules, NO_LADDER } from './ladder.rules.ts';

export const LADDER: DatedKind<LadderRules, 'dunning-rules'> = {
  key: 'dunning',
  noun: 'dunning-rules',
  parse: (value) => ladderRules.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export async function listLadder(db: Db | Tx, actor: Actor) {
  const [now, items, categories] = await Promise.all([
    datedOn(db, LADDER, actor.today),
    listDated(db, actor, LADDER),
    listTariffCategories(db),
  ]);
  return { today: actor.today, now: now?.value ?? NO_LADDER, items, categories };
}

/** The rules that count on the day, with their entry; null if there are none, or the ladder is switched off. */
export async function ladderOn(db: Db | Tx, day: string): Promise<{ id: string; rules: LadderRules } | null> {
  const entry = await first<{ id: string; value: unknown }>(
    db,
    sql`select id, value from settings.dated_entries where key = ${LADDER.key} and state = 'APPROVED' and valid_from <= ${day}::date
      order by valid_from desc limit 1`,
  );
  const rules = entry && LADDER.parse(entry.value);
  return entry && rules?.on ? { id: entry.id, rules } : null;
}
