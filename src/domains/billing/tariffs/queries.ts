/** Questions about tariffs, and the quote: the same calculation as the bill run, for a handful of uses. */
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Paging } from '#shared/paging.ts';
import { billLines, calculateBills } from '../calculation/calculate-bills.ts';
import type { Quote, QuoteBody, Tariff, TariffDetail } from './contract.ts';
import { TARIFF_TRANSITIONS, type TariffAction, type TariffState } from './tariff.rules.ts';

const plain = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

const listed = (
  actor: Actor,
) => sql`select v.id, v.category, c.name_en as "categoryNameEn", c.name_bn as "categoryNameBn",
    v.name, v.effective_from as "effectiveFrom", n.effective_to as "effectiveTo", v.state,
    v.state = 'APPROVED' and v.effective_from <= ${actor.today}::date
      and coalesce(n.effective_to > ${actor.today}::date, true) as "inForce",
    v.currency, v.water_mode as "waterMode", r.first_rate as "firstRate", r.last_rate as "lastRate",
    ${plain('v.sewer_percent')} as "sewerPercent", ${plain('v.vat_water_percent')} as "vatWaterPercent",
    v.announced_at as "announcedAt", v.approved_at as "approvedAt", v.withdrawn_at as "withdrawnAt", v.version
  from billing.tariff_versions v
  join billing.tariff_categories c on c.code = v.category
  cross join lateral (
    select min(a.effective_from) as effective_to from billing.tariff_versions a
    where v.state = 'APPROVED' and a.state = 'APPROVED' and a.category = v.category and a.effective_from > v.effective_from
  ) n
  cross join lateral (
    select trim_scale((array_agg(b.rate order by b.from_quantity))[1])::text as first_rate,
      trim_scale((array_agg(b.rate order by b.from_quantity desc))[1])::text as last_rate
    from billing.tariff_blocks b where b.version_id = v.id
  ) r`;

type Searched = { search?: string | undefined; category?: string | undefined };
type Filters = Paging & Searched & { state?: TariffState | undefined };

const matching = (actor: Actor, query: Searched): Sql => sql`${listed(actor)}
    where (${query.category ?? null}::text is null or v.category = ${query.category ?? null})
      and (${query.search ?? null}::text is null
        or v.name || ' ' || c.name_en || ' ' || c.name_bn ilike ${containing(query.search ?? '')})`;

export function tariffList(actor: Actor, query: Omit<Filters, 'limit' | 'offset' | 'sort'>): ListQuery {
  return {
    rows: sql`select * from (${matching(actor, query)}) v where ${query.state ?? null}::text is null or state = ${query.state ?? null}`,
    sorts: {
      effectiveFrom: sql`"effectiveFrom"`,
      category: sql`category`,
      name: sql`name`,
      state: sql`state`,
    },
    tieBreak: sql`category, id`,
  };
}

/** A page of versions, newest first, and how many are in each state, with all other filters applied. */
export async function listTariffs(db: Db | Tx, actor: Actor, query: Filters) {
  const page = await listPage<Tariff>(db, query, tariffList(actor, query));
  return { ...page, counts: await countBy(db, sql`select state as key from (${matching(actor, query)}) v`) };
}

export function listTariffCategories(
  db: Db | Tx,
): Promise<{ code: string; nameEn: string; nameBn: string }[]> {
  return all(
    db,
    sql`select code, name_en as "nameEn", name_bn as "nameBn" from billing.tariff_categories order by position, code`,
  );
}

type DetailRow = Tariff & Omit<TariffDetail, 'can'>;

/** One version; refuses an unknown id. `can` follows the actor, the state and the two-person rule. */
export async function getTariff(db: Db | Tx, actor: Actor, id: string): Promise<TariffDetail> {
  const row = await first<DetailRow>(
    db,
    sql`select l.*, v.money_scale as "moneyScale", ${plain('v.unit_litres')} as "unitLitres",
        ${plain('v.flat_amount')} as "flatAmount", ${plain('v.fixed_amount')} as "fixedAmount",
        v.minimum_mode as "minimumMode", v.minimum_per as "minimumPer", ${plain('v.minimum_amount')} as "minimumAmount",
        v.minimum_when_unused as "minimumWhenUnused", v.sewer_on_fixed as "sewerOnFixed",
        ${plain('v.vat_fixed_percent')} as "vatFixedPercent", ${plain('v.vat_minimum_percent')} as "vatMinimumPercent",
        ${plain('v.vat_sewer_percent')} as "vatSewerPercent", ${plain('v.round_off_to')} as "roundOffTo",
        v.prorate_fixed as "prorateFixed", v.prorate_minimum as "prorateMinimum", v.prorate_blocks as "prorateBlocks",
        v.per_dwelling_fixed as "perDwellingFixed", v.per_dwelling_minimum as "perDwellingMinimum",
        v.per_dwelling_blocks as "perDwellingBlocks", v.source, v.order_number as "orderNumber",
        v.withdrawn_reason as "withdrawnReason", v.rise_reason as "riseReason", v.author_ids as authors, v.approved_by as "approvedBy",
        case when v.state = 'ANNOUNCED' then billing.billed_until(v.category, v.effective_from) end as "billedTo",
        (select coalesce(jsonb_agg(jsonb_build_object('from', trim_scale(b.from_quantity)::text,
            'to', trim_scale(b.to_quantity)::text, 'rate', trim_scale(b.rate)::text) order by b.from_quantity), '[]')
          from billing.tariff_blocks b where b.version_id = v.id) as blocks,
        (select coalesce(jsonb_agg(jsonb_build_object('pipeSizeMm', s.pipe_size_mm, 'flatAmount', trim_scale(s.flat_amount)::text,
            'fixedAmount', trim_scale(s.fixed_amount)::text, 'minimumAmount', trim_scale(s.minimum_amount)::text) order by s.pipe_size_mm), '[]')
          from billing.tariff_pipe_sizes s where s.version_id = v.id) as "pipeSizes"
      from (${listed(actor)} where v.id = ${id}) l join billing.tariff_versions v on v.id = l.id`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const can = (action: TariffAction) =>
    TARIFF_TRANSITIONS.some((t) => t.action === action && t.from === row.state && may(actor, t.permission));
  return {
    ...row,
    can: {
      edit: can('edit'),
      submit: can('submit'),
      approve: can('approve') && !row.authors.includes(actor.userId ?? '') && row.billedTo === null,
      correct: row.billedTo !== null && may(actor, 'bill-runs:correct'),
      withdraw: can('withdraw') && (row.state !== 'APPROVED' || row.effectiveFrom > actor.today),
    },
  };
}

/** What the given uses would cost. */
export async function quoteTariff(db: Db | Tx, quote: QuoteBody): Promise<Quote[]> {
  const input = sql`select u.n, u.litres as "usageLitres", u.litres::numeric as usage_litres,
      ${quote.category ?? null}::text as category, null::jsonb as categories, null::jsonb as empty_days, ${quote.tariffVersionId ?? null}::uuid as tariff_version_id,
      ${quote.pipeSizeMm ?? null}::int as pipe_size_mm, ${quote.dwellingUnits}::int as dwelling_units,
      ${quote.periodFrom}::date as period_from, ${quote.periodTo}::date as period_to, ${quote.periods}::numeric as periods,
      ${quote.connectedOn ?? null}::date as connected_on, ${quote.disconnectedOn ?? null}::date as disconnected_on,
      ${quote.sewerPercent ?? null}::numeric as sewer_percent
    from unnest(${quote.usageLitres}::bigint[]) with ordinality as u (litres, n)`;
  return all<Quote>(
    db,
    sql`select b."usageLitres", b.problem, b.currency, b.money_scale as "moneyScale", b.charges_minor as "chargesMinor",
        b.vat_minor as "vatMinor", b.total_minor as "totalMinor", b.explanation,
        (select coalesce(jsonb_agg(jsonb_build_object('lineNo', line.line_no, 'kind', line.kind,
            'quantity', trim_scale(line.quantity)::text, 'rate', trim_scale(line.rate)::text,
            'amountMinor', line.amount_minor) order by line.line_no), '[]') from ${billLines()}) as lines
      from (${calculateBills(input)}) b order by b.n`,
  );
}
