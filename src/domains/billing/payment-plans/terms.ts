/** What a plan would be made of now: its rules, bills, days, and why a second person is needed. Refuses what the rules do not allow. */
import { isConsumer } from '#domains/consumers/queries.ts';
import { type DatedKind, datedOn } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { movedBy, rulesOn } from '../settings/queries.ts';
import { errors } from './contract.ts';
import { listOpenBills } from './late-bills.ts';
import {
  leastFirst,
  type PlanRules,
  planRules,
  type Schedule,
  type SECOND_PERSON,
  scheduleOf,
  USUAL_RULES,
  wrongTerms,
} from './plan.rules.ts';

export const PLAN_RULES: DatedKind<PlanRules, 'plan-rules'> = {
  key: 'payment-plans',
  noun: 'plan-rules',
  parse: (value) => planRules.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export const planRulesOn = async (db: Db | Tx, day: string): Promise<PlanRules> =>
  (await datedOn(db, PLAN_RULES, day))?.value ?? USUAL_RULES;

export type Terms = {
  connectionId: string;
  billIds: readonly string[];
  sumMinor: number;
  firstMinor: number;
  instalments: number;
  dayOfMonth: number;
};
type SecondPerson = (typeof SECOND_PERSON)[number];
export type Judged = Schedule & {
  rules: PlanRules;
  consumerId: string;
  secondPerson: SecondPerson | null;
};

/** For how many days the bills of a plan `p` were held. */
const daysHeld = sql`(select coalesce(max(h.to_day - h.from_day), 0) from billing.collection_holds h where h.cause = 'payment_plan' and h.cause_id = p.id)`;

/**
 * Plans of a household that came to nothing within a year: broken, or proposed and then not accepted in time, ended by the office, or declined
 * on a later day. Their bills were held meanwhile, so a second person looks at the next one.
 */
export async function brokenInYear(db: Db | Tx, actor: Actor, consumerId: string): Promise<number> {
  const { broken } = await one<{ broken: number }>(
    db,
    sql`select count(*)::int as broken from billing.payment_plans p where (p.state = 'BROKEN' or p.state in ('EXPIRED', 'CANCELLED') and p.accept_by is not null
        or p.state = 'DECLINED' and ${daysHeld} > 0)
      and p.ended_on > (${actor.today}::date - interval '1 year')::date and ${isConsumer(sql`p.consumer_id`, consumerId)}`,
  );
  return broken;
}

/** The days of a sum, as they would be today. */
export async function scheduleToday(
  db: Db | Tx,
  actor: Actor,
  {
    acceptDays,
    ...terms
  }: Pick<Terms, 'sumMinor' | 'firstMinor' | 'instalments' | 'dayOfMonth'> & { acceptDays: number },
): Promise<Schedule> {
  const move = await movedBy(db, await rulesOn(db, actor.today));
  return scheduleOf({ ...terms, today: actor.today, acceptDays }, move);
}

/** Refuses terms that do not fit; the caller holds the connection's lock if it writes. */
export async function judgeTerms(db: Db | Tx, actor: Actor, terms: Terms): Promise<Judged> {
  const rules = await planRulesOn(db, actor.today);
  if (!rules.on) throw fail(errors.off);
  const connection = await first<{ consumerId: string }>(
    db,
    sql`select coalesce(u.merged_into, u.id) as "consumerId" from meters.connections c
      join consumers.consumers u on u.id = c.consumer_id where c.id = ${terms.connectionId}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  await refuseBills(db, actor, terms);
  refuseSums(terms, rules);
  const broken = await brokenInYear(db, actor, connection.consumerId);
  const isBig = rules.aloneUpToMinor === null || terms.sumMinor > rules.aloneUpToMinor;
  return {
    ...(await scheduleToday(db, actor, { ...terms, acceptDays: rules.acceptDays })),
    rules,
    consumerId: connection.consumerId,
    secondPerson: broken >= rules.brokenAYear ? 'BROKEN' : isBig ? 'SUM' : null,
  };
}

/** Late bills only, and no older one left out: money would pay that first. */
async function refuseBills(db: Db | Tx, actor: Actor, terms: Terms): Promise<void> {
  const open = await listOpenBills(db, terms.connectionId, actor.today);
  if (!open.some(({ isLate }) => isLate)) throw fail(errors.nothing_late);
  const chosen = new Set(terms.billIds);
  const found = open.filter(({ id, isLate }) => chosen.has(id) && isLate);
  if (found.length !== chosen.size) throw fail(errors.bill_unfit);
  const left = open
    .slice(0, open.indexOf(found.at(-1) as (typeof open)[number]))
    .find(({ id }) => !chosen.has(id));
  if (left) throw fail(errors.older_left_out, { number: left.number });
  const now = found.reduce((sum, { openMinor }) => sum + openMinor, 0);
  if (now !== terms.sumMinor) throw fail(errors.sum_moved, { amount: now });
}

function refuseSums(terms: Terms, rules: PlanRules): void {
  if (terms.firstMinor >= terms.sumMinor)
    throw fail(errors.parts_too_small, { amount: rules.leastInstalmentMinor });
  switch (wrongTerms(terms, rules)) {
    case 'TOO_MANY':
      throw fail(errors.too_many, { most: rules.mostInstalments });
    case 'FIRST_TOO_SMALL':
      throw fail(errors.first_too_small, { amount: leastFirst(terms.sumMinor, rules) });
    case 'PARTS_TOO_SMALL':
      throw fail(errors.parts_too_small, { amount: rules.leastInstalmentMinor });
    default:
  }
}
