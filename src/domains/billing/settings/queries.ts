/** The settings of billing: VAT by date, days to pay by date, and how much one person may correct alone. */
import { isDayOff } from '#domains/applications/pipeline/working-time.rules.ts';
import { applicationSettings } from '#domains/applications/settings/settings.rules.ts';
import { waitingNoteOf } from '#domains/settings/changes/queries.ts';
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { listTariffCategories } from '../tariffs/queries.ts';
import { type BillingRules, billingLimits, billingRules, type CategoryVat } from './billing.rules.ts';
import { type VatRates, vatRates } from './vat.rules.ts';

export const VAT: DatedKind<VatRates, 'vat'> = {
  key: 'vat',
  noun: 'vat',
  parse: (value) => vatRates.parse(value),
  twoPersons: true,
  keepsDay: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export const RULES: DatedKind<BillingRules> = {
  key: 'billing',
  noun: 'billing-rules',
  parse: (value) => billingRules.parse(value),
  twoPersons: false,
  approve: 'settings:edit',
  withdraw: 'settings:edit',
};

/** VAT as the tariffs in force bill it: they decide, no matter who set it. */
export function billedVat(db: Db | Tx, day: string): Promise<CategoryVat[]> {
  return all(
    db,
    sql`select b.key as category, c.name_en as "nameEn", c.name_bn as "nameBn", b.valid_from as since,
        trim_scale(b.vat_water_percent)::text as "waterPercent", trim_scale(b.vat_fixed_percent)::text as "fixedPercent",
        trim_scale(b.vat_minimum_percent)::text as "minimumPercent", trim_scale(b.vat_sewer_percent)::text as "sewerPercent"
      from billing.tariff_book b join billing.tariff_categories c on c.code = b.key
      where b.valid_from <= ${day}::date and b.valid_to > ${day}::date order by c.position, c.code`,
  );
}

/** The rates of a day; before anybody has set any, those that most categories are billed with. */
export async function vatOn(db: Db | Tx, day: string): Promise<VatRates> {
  const set = await datedOn(db, VAT, day);
  if (set) return set.value;
  const billed = await billedVat(db, day);
  const words = billed.map(({ waterPercent, fixedPercent, minimumPercent, sewerPercent }) =>
    JSON.stringify({ waterPercent, fixedPercent, minimumPercent, sewerPercent }),
  );
  const usual = words.toSorted((a, b) => times(words, b) - times(words, a))[0];
  const none = { waterPercent: '0', fixedPercent: '0', minimumPercent: '0', sewerPercent: '0' };
  return vatRates.parse(usual ? JSON.parse(usual) : none);
}

const times = (words: readonly string[], word: string) => words.filter((other) => other === word).length;

/**
 * The first day after a day from which an approved change of VAT counts. A change for an earlier day is not made any more: it copies all
 * later versions with its own percentages, so that the later change would count in no tariff.
 */
export async function laterVat(db: Db | Tx, day: string): Promise<string | null> {
  const { later } = await one<{ later: string | null }>(
    db,
    sql`select min(valid_from) as later from settings.dated_entries
      where key = ${VAT.key} and state = 'APPROVED' and valid_from > ${day}::date`,
  );
  return later;
}

/** The first day on which VAT may change: not in the past, and after the days that bills were made for. */
export async function firstOpenDay(db: Db | Tx, today: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`select greatest(${today}::date, max(least(i.period_to, c.disconnected_on))) as day
      from billing.invoices i join meters.connections c on c.id = i.connection_id
      where i.cancelled_on is null and i.period >= (select max(period) from billing.invoices) - interval '1 month'`,
  );
  return day;
}

/** Everything the screen of VAT shows. */
export async function listVat(db: Db | Tx, actor: Actor) {
  const [now, items, billed, earliest, categories] = await Promise.all([
    vatOn(db, actor.today),
    listDated(db, actor, VAT),
    billedVat(db, actor.today),
    firstOpenDay(db, actor.today),
    listTariffCategories(db),
  ]);
  return { today: actor.today, now, items, billed, earliest, categories };
}

export async function rulesOn(db: Db | Tx, day: string): Promise<BillingRules> {
  return (await datedOn(db, RULES, day))?.value ?? billingRules.parse({});
}

export async function listBillingRules(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([rulesOn(db, actor.today), listDated(db, actor, RULES)]);
  return { today: actor.today, now, items };
}

/** More days off in a row than any holiday has. */
const LONGEST_HOLIDAY = 30;

/** What becomes of a day to pay, by the rules of a day: on a day off of the office it moves to the next working day, or it stays. */
export async function movedBy(
  db: Db | Tx,
  { moveOffDaysOff }: Pick<BillingRules, 'moveOffDaysOff'>,
): Promise<(day: string) => string> {
  if (!moveOffDaysOff) return (day) => day;
  const entry = await readEntry(db, 'applications');
  const { office } = applicationSettings.parse(entry?.value ?? {});
  return (day) => {
    let due = day;
    for (let moved = 0; moved < LONGEST_HOLIDAY && isDayOff(due, office); moved++) due = addDays(due, 1);
    return due;
  };
}

/** The day by which bills of an issue day are due: moved to the next working day if the rules say so. */
export async function dueDayFor(db: Db | Tx, issuedOn: string): Promise<string> {
  const rules = await rulesOn(db, issuedOn);
  const move = await movedBy(db, rules);
  return move(addDays(issuedOn, rules.dueDays));
}

/** How much one person may cancel or adjust alone, with the entry's version. */
export async function getLimits(db: Db | Tx) {
  const entry = await readEntry(db, 'billing');
  return { limits: billingLimits.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

/** With the change that waits for a second person. */
export async function shownLimits(db: Db | Tx) {
  return { ...(await getLimits(db)), waiting: await waitingNoteOf(db, 'billing') };
}

/** True if a category is one that tariffs are made for. */
export async function categoriesExist(db: Db | Tx, codes: readonly string[]): Promise<boolean> {
  const unknown = await first(
    db,
    sql`select from unnest(${codes}::text[]) as u (code)
      where not exists (select from billing.tariff_categories c where c.code = u.code) limit 1`,
  );
  return unknown === undefined;
}
