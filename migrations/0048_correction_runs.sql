-- Where law asks for a price on a day that is billed already, a correction run brings it in force: the bills concerned
-- are calculated again, and each difference becomes a document of its own. It is a bill run of another kind: the same
-- states, chunks, two people and scope.

alter table billing.bill_runs
  -- Of a correction run: the version that it brings in force, its category, why, and the law or order that asks for it.
  add column tariff_version_id uuid constraint bill_runs_tariff_version_id_fkey references billing.tariff_versions,
  add column category text constraint bill_runs_category_fkey references billing.tariff_categories,
  add column reason text,
  add column order_number text,
  add constraint bill_runs_correction_check check (
    num_nonnulls(tariff_version_id, category, reason, order_number) in (0, 4)
    and (tariff_version_id is null or sector_id is null)
  );

-- What is open never overlaps: a bill run bills one month and all categories, a correction run one category and all
-- months. A range without bounds overlaps every other one.
create type billing.category_range as range (subtype = text);
alter table billing.bill_runs drop constraint bill_runs_scope_overlap;
alter table billing.bill_runs add constraint bill_runs_scope_overlap exclude using gist (
  (case when category is null then daterange(period, (period + interval '1 month')::date) else daterange(null, null) end) with &&,
  billing.sector_range(sector_id, sector_id, '[]') with &&,
  billing.category_range(category, category, '[]') with &&
) where (state not in ('POSTED', 'CANCELLED', 'REVERSED'));

-- The outcome of each bill concerned: corrected, with the figures that become its documents, or held with the reason.
create table billing.correction_items (
  run_id uuid not null constraint correction_items_run_id_fkey references billing.bill_runs,
  invoice_id uuid not null constraint correction_items_invoice_id_fkey references billing.invoices,
  connection_id uuid not null,
  chunk int not null,
  outcome text not null constraint correction_items_outcome_check check (outcome in ('BILLED', 'HELD')),
  reason text,
  -- The bill as it was calculated from; posting holds a bill that has another version by then.
  invoice_version int not null,
  -- Of the documents that it becomes.
  adjustment_id uuid not null default uuidv7(),
  supplement_id uuid not null default uuidv7(),
  reading_id uuid,
  previous_litres bigint,
  current_litres bigint,
  usage_litres bigint not null,
  before_minor bigint not null,
  after_minor bigint,
  total_minor bigint generated always as (after_minor - before_minor) stored,
  -- Old and new amount of each line, and how the new ones came about; copied, never searched.
  lines json,
  explanation json,
  constraint correction_items_pkey primary key (run_id, invoice_id),
  constraint correction_items_reason_check check ((outcome = 'HELD') = (reason is not null)),
  constraint correction_items_amounts_check check (outcome = 'HELD' or num_nonnulls(reading_id, after_minor, lines, explanation) = 4)
);
create index correction_items_connection on billing.correction_items (run_id, connection_id);
create index correction_items_held on billing.correction_items (run_id, reason) where outcome = 'HELD';
grant maintain on billing.correction_items, billing.adjustments, billing.adjustment_lines to jolkol_app;

-- An adjustment comes from the correction of one bill, or from a run; then it names the version that it is made by. A
-- version corrects a bill once.
alter table billing.adjustments
  alter column correction_id drop not null,
  add column run_id uuid constraint adjustments_run_id_fkey references billing.bill_runs,
  add column tariff_version_id uuid constraint adjustments_tariff_version_id_fkey references billing.tariff_versions,
  add constraint adjustments_source_check check (
    num_nonnulls(correction_id, run_id) = 1 and (run_id is null) = (tariff_version_id is null));
create unique index adjustments_version_key on billing.adjustments (invoice_id, tariff_version_id) where run_id is not null;
create index adjustments_run on billing.adjustments (run_id) where run_id is not null;

-- A version begins on a billed day only by the correction run that posts it.
create or replace function billing.refuse_billed_day() returns trigger language plpgsql as $$
declare
  billed_to date;
begin
  if exists (select from billing.bill_runs r where r.tariff_version_id = new.id and r.state = 'POSTING') then
    return new;
  end if;
  select max(i.period_to) into billed_to
  from billing.invoices i join billing.tariff_versions v on v.id = i.tariff_version_id
  where v.category = new.category and i.cancelled_on is null and i.period_to > new.effective_from;
  if billed_to is not null then
    raise exception 'days until % are billed', billed_to
      using errcode = '23514', constraint = 'tariff_versions_day_billed';
  end if;
  return new;
end
$$;

-- While a correction run calculates, its prices have two keys: `billed:` and its id for the versions that the bills were
-- made by, `corrected:` and its id for the same with its own version among them.
drop view billing.tariff_book;
create view billing.tariff_book with (security_invoker = true) as
with parts as (
  select v.*, 10::numeric ^ v.money_scale as money_factor, b.bounds_from, b.bounds_to, b.rates, b.amounts_below, b.explained_blocks,
    format('{"version":"%s","mode":"%s","unitLitres":"%s"', v.id, v.water_mode, v.unit_litres) as explained_head, p.pipe_sizes
  from billing.tariff_versions v
  cross join lateral (
    select array_agg(c.from_quantity order by c.from_quantity) as bounds_from,
      array_agg(c.to_quantity order by c.from_quantity) as bounds_to,
      array_agg(c.rate order by c.from_quantity) as rates,
      array_agg(c.amount_below order by c.from_quantity) as amounts_below,
      -- JSON text of what a use that ends in this block went through: the blocks up to it, or the one tier.
      array_agg('[' || case when v.water_mode = 'tiers' then c.explained else c.explained_up_to end || ']'
        order by c.from_quantity) as explained_blocks
    from (
      select b.*, e.explained, string_agg(e.explained, ',') over (order by b.from_quantity) as explained_up_to, coalesce(sum((b.to_quantity - b.from_quantity) * b.rate)
        over (order by b.from_quantity rows between unbounded preceding and 1 preceding), 0) as amount_below
      from billing.tariff_blocks b
      cross join lateral (
        select format('{"from":"%s","to":%s,"rate":"%s"}', b.from_quantity, coalesce('"' || b.to_quantity || '"', 'null'), b.rate) as explained
      ) e
      where b.version_id = v.id
    ) c
  ) b
  cross join lateral (
    select jsonb_object_agg(s.pipe_size_mm, jsonb_build_array(s.flat_amount, s.fixed_amount, s.minimum_amount)) as pipe_sizes
    from billing.tariff_pipe_sizes s where s.version_id = v.id
  ) p
)
select v.category as key, v.effective_from as valid_from,
  lead(v.effective_from, 1, 'infinity') over w as valid_to,
  first_value(v.effective_from) over w as first_day, v.*
from parts v where v.state = 'APPROVED' window w as (partition by v.category order by v.effective_from)
union all
select v.id::text, '-infinity', 'infinity', '-infinity', v.* from parts v
union all
select k.name || ':' || r.id, v.effective_from, lead(v.effective_from, 1, 'infinity') over c,
  first_value(v.effective_from) over c, v.*
from billing.bill_runs r
cross join (values ('billed'), ('corrected')) as k (name)
join parts v on v.category = r.category
  and case when v.id = r.tariff_version_id then k.name = 'corrected' else v.state = 'APPROVED' end
where r.tariff_version_id is not null and r.state = 'CALCULATING'
window c as (partition by r.id, k.name order by v.effective_from);
