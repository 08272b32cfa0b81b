/**
 * What a bill and its readings say about a leak now: its use, the usual use, and whether the use is back. Estimates are no measure, and a month
 * without use says nothing about a home that is lived in.
 */

import { type DatedKind, datedOn } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { knownFrom } from '../bill-run/known-from.ts';
import { correctionsOf } from '../corrections/corrections-of.ts';
import { compareSource, type Recalculated } from '../corrections/recalculate.ts';
import type { LeakFigures, LeakObstacle } from './contract.ts';
import {
  isBack,
  isUnusual,
  LEAST_DAYS_BACK,
  type LeakBasis,
  type LeakRules,
  leakFormula,
  leakRules,
  NO_LEAKS,
} from './leak.rules.ts';

export const LEAK_RULES: DatedKind<LeakRules, 'leak-rules'> = {
  key: 'leaks',
  noun: 'leak-rules',
  parse: (value) => leakRules.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export const leakRulesOn = async (db: Db | Tx, day: string): Promise<LeakRules> =>
  (await datedOn(db, LEAK_RULES, day))?.value ?? NO_LEAKS;

/** A reading `r` that a person or a device took, of all the use since the one before it. */
const isReal = sql`(r.living and r.source <> 'ESTIMATE' and coalesce((r.figures ->> 'estimates')::int, 0) = 0 and r.previous_on is not null
  and r.read_on > r.previous_on and r.consumption_litres is not null)`;
/** Somebody looked at it. */
const isApproved = sql`r.state in ('APPROVED', 'BILLED')`;

/** A month without use says nothing, and neither do a few days. */
const realAfter = (leak: string, condition: Sql): Sql => {
  const column = (name: string) => sql.ref(`${leak}.${name}`);
  return sql`select r.read_on, r.read_on - r.previous_on as days, r.consumption_litres as litres from meters.readings r
    where r.connection_id = ${column('connection_id')} and r.period > ${column('period')} and r.read_on > ${column('repaired_on')}
      and ${isReal} and r.consumption_litres > 0 and r.read_on - r.previous_on >= ${LEAST_DAYS_BACK}::int and ${condition}`;
};

/** SELECT of the readings after a repair. @param leak alias of a leak, or a row with connection_id, period, repaired_on */
export const readingsAfter = (leak: string): Sql => realAfter(leak, isApproved);

/** The same of those that nobody looked at yet. */
export const readingsWaiting = (leak: string): Sql => realAfter(leak, sql`r.waiting`);

/** The days to wait for a reading are over, and nobody decided about the leak `k`. */
export const isOver = ({ today: day }: Pick<Actor, 'today'>): Sql =>
  sql`(k.state = 'OPEN' and k.wait_until < ${day}::date)`;

/** SELECT of a bill and of the supplementary bills that correct it, as far as they live. */
export const billWithSupplements = (invoiceId: Sql): Sql =>
  sql`select b.* from billing.invoices b where b.cancelled_on is null and b.id in (select ${invoiceId}
    union all select x.supplement_id from billing.adjustments x where x.invoice_id = ${invoiceId} and x.supplement_id is not null)`;

export type LeakBill = {
  id: string;
  connectionId: string;
  period: string;
  knownFrom: string;
  isCancelled: boolean;
  /** The bill of a month that was read. */
  isFit: boolean;
  isDisputed: boolean;
  isTaken: boolean;
  /** As corrected. */
  useLitres: number;
  billDays: number;
  /** The day before the days that were measured. */
  usedFrom: string | null;
};

/** What the bill is; undefined if it is unknown. @param condition on the bill `i` */
export const leakBill = (
  db: Db | Tx,
  invoiceId: string,
  condition: Sql = sql`true`,
): Promise<LeakBill | undefined> =>
  first<LeakBill>(
    db,
    sql`select i.id, i.connection_id as "connectionId", i.period, ${knownFrom('i')} as "knownFrom", i.cancelled_on is not null as "isCancelled",
        i.adjusts_id is null and coalesce(${isReal}, false) as "isFit",
        exists (select from billing.collection_holds h where h.invoice_id = i.id and h.cause = 'dispute' and h.to_day is null) as "isDisputed",
        billing.is_taken_over(i.id) as "isTaken",
        coalesce(a.usage_after_litres, i.usage_litres) as "useLitres", coalesce(r.read_on - r.previous_on, 0) as "billDays",
        r.previous_on as "usedFrom"
      from billing.invoices i
      left join lateral (select * from billing.adjustments x where x.invoice_id = i.id order by x.id desc limit 1) a on true
      left join meters.readings r on r.id = coalesce(a.reading_id, i.reading_id) and r.period = i.period
      where i.id = ${invoiceId} and ${condition}`,
  );

type Used = LeakFigures['usual'][number];

/** Real readings before the bill, with use, not of a month of which a leak was credited or with days of an empty house; the newest first. */
const readingsBefore = (bill: LeakBill, condition: Sql): Sql<Used> =>
  sql<Used>`select r.period, r.read_on as "readOn", r.read_on - r.previous_on as days, r.consumption_litres as litres from meters.readings r
    where r.connection_id = ${bill.connectionId} and r.period < ${bill.period}::date and r.consumption_litres > 0
      and ${isReal} and ${isApproved} and ${condition}
      and not exists (select from billing.leaks k where k.connection_id = r.connection_id and k.period = r.period and k.state = 'CREDITED')
      and not exists (select from billing.invoices b where b.connection_id = r.connection_id and b.period = r.period and b.cancelled_on is null
        and b.empty_days is not null)
    order by r.period desc, r.read_on desc`;

type Usual = { usualBasis: LeakBasis; usual: Used[] };

/** By the rules; if nothing was read a year before, the last ones. */
async function usualOf(db: Db | Tx, bill: LeakBill, rules: LeakRules): Promise<Usual> {
  if (rules.basis === 'LAST_YEAR') {
    const around = sql`r.period between ${bill.period}::date - interval '13 months' and ${bill.period}::date - interval '11 months'`;
    const usual = await all<Used>(db, readingsBefore(bill, around));
    if (usual.length > 0) return { usualBasis: 'LAST_YEAR', usual };
  }
  const usual = await all<Used>(db, sql`${readingsBefore(bill, sql`true`)} limit ${rules.months}`);
  return { usualBasis: 'LAST', usual };
}

export type Judged = Omit<LeakFigures, 'amountMinor' | 'back'>;

/** The formula of the bill, or why it has none. */
export async function judgeBill(
  db: Db | Tx,
  bill: LeakBill,
  rules: LeakRules,
): Promise<Judged | LeakObstacle> {
  if (bill.isCancelled) return 'bill_cancelled';
  if (!bill.isFit) return 'bill_unfit';
  const { usualBasis, usual } = await usualOf(db, bill, rules);
  const least = usualBasis === 'LAST' ? Math.min(rules.leastMonths, rules.months) : 1;
  if (usual.length < least) return 'no_history';
  const { useLitres, billDays } = bill;
  const usualLitres = usual.reduce((sum, { litres }) => sum + litres, 0);
  const usualDays = usual.reduce((sum, { days }) => sum + days, 0);
  const result = leakFormula({ useLitres, billDays, usualLitres, usualDays }, rules);
  if (!isUnusual({ useLitres, ...result }, rules) || result.forgivenLitres === 0) return 'not_unusual';
  const { sharePercent, mostLitres, backPercent } = rules;
  return {
    ...{ useLitres, billDays, usualBasis, usual, usualLitres, usualDays, ...result },
    ...{ sharePercent, mostLitres, backPercent },
  };
}

type About = { connectionId: string; period: string; repairedOn: string };

/** The first reading after the repair that shows usual use. */
async function backOf(db: Db | Tx, about: About, judged: Judged): Promise<LeakFigures['back']> {
  const after = await all<NonNullable<LeakFigures['back']>>(
    db,
    sql`select f.read_on as "readOn", f.days, f.litres from (select ${about.connectionId}::uuid as connection_id, ${about.period}::date as period,
        ${about.repairedOn}::date as repaired_on) k cross join lateral (${readingsAfter('k')}) f order by f.read_on`,
  );
  return after.find((reading) => isBack(reading, judged, judged)) ?? null;
}

/** A reading after the repair shows usual use. A household may ask it: nothing of the tariff is read. */
export async function isUsualAgain(
  db: Db | Tx,
  { invoiceId, repairedOn, rules }: { invoiceId: string; repairedOn: string; rules: LeakRules },
): Promise<boolean> {
  const bill = await leakBill(db, invoiceId);
  const judged = bill ? await judgeBill(db, bill, rules) : 'bill_unfit';
  if (!bill || typeof judged === 'string') return false;
  const { connectionId, period } = bill;
  return (await backOf(db, { connectionId, period, repairedOn }, judged)) !== null;
}

/** The bill with what is left of its use, by its own tariff; its number if it does not come out the same from its own figures. */
async function lessUse(
  db: Db | Tx,
  invoiceId: string,
  forgivenLitres: number,
): Promise<Recalculated | string> {
  const bills = await compareSource(
    db,
    sql`select i.id as invoice_id, coalesce(a.reading_id, i.reading_id) as reading_id,
        case when a.id is null then i.previous_litres else a.previous_after_litres end as previous_litres,
        case when a.id is null then i.current_litres else a.current_after_litres end as current_litres,
        coalesce(a.usage_after_litres, i.usage_litres) - ${forgivenLitres}::bigint as usage_litres,
        ${forgivenLitres}::bigint as forgiven_litres, null::text as billed_by, null::text as corrected_by
      from billing.invoices i
      left join lateral (select * from billing.adjustments x where x.invoice_id = i.id order by x.id desc limit 1) a on true
      where i.id = ${invoiceId} and i.cancelled_on is null`,
  );
  return typeof bills === 'string' ? bills : (bills[0] ?? invoiceId);
}

export type Now =
  | { figures: LeakFigures; bill: Recalculated; obstacle: 'not_back' | null }
  | { figures: null; bill: null; obstacle: Exclude<LeakObstacle, 'not_back'> };

/** What would be taken off now, or why nothing can be. */
export async function leakNow(
  db: Db | Tx,
  leak: { invoiceId: string; repairedOn: string; rules: LeakRules },
): Promise<Now> {
  const not = (obstacle: Exclude<LeakObstacle, 'not_back'>) => ({ figures: null, bill: null, obstacle });
  const bill = await leakBill(db, leak.invoiceId);
  if (!bill) return not('bill_unfit');
  if (bill.isDisputed) return not('bill_disputed');
  const waits = await first(
    db,
    sql`select from (${correctionsOf(sql`${leak.invoiceId}::uuid`)}) k where k.state = 'REQUESTED'`,
  );
  if (waits) return not('correction_waits');
  const judged = await judgeBill(db, bill, leak.rules);
  if (typeof judged === 'string') return not(judged as Exclude<LeakObstacle, 'not_back'>);
  const less = await lessUse(db, bill.id, judged.forgivenLitres);
  if (typeof less === 'string') return not('not_reproducible');
  const { connectionId, period } = bill;
  const back = await backOf(db, { connectionId, period, repairedOn: leak.repairedOn }, judged);
  const figures = {
    ...judged,
    back,
    amountMinor: Math.max(-less.amountMinor, 0) as LeakFigures['amountMinor'],
  };
  if (figures.amountMinor === 0) return not('not_unusual');
  return { figures, bill: less, obstacle: back ? null : 'not_back' };
}
