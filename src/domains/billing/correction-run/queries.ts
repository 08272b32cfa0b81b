/** Questions about correction runs: what a run makes of the bills, its items, and the proof that no bill was forgotten. */

import type { z } from 'zod';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { CorrectionItem, getCorrection } from './contract.ts';
import { correctionOf, isConcerned } from './scope.ts';

const BIGGEST = 10;

type Overview = z.input<(typeof getCorrection)['output']>;

const figures = sql`k.invoice_id as "invoiceId", i.number as "invoiceNumber", c.number as "connectionNumber", i.period,
  k.before_minor as "beforeMinor", k.after_minor as "afterMinor", k.total_minor as "totalMinor"`;
const parties = sql`join billing.invoices i on i.id = k.invoice_id join meters.connections c on c.id = k.connection_id`;

/** Refuses what is no correction run. */
export async function findCorrection(db: Db | Tx, id: string): Promise<Overview> {
  const about = await first<Pick<Overview, 'tariff' | 'reason' | 'orderNumber'>>(
    db,
    sql`select json_build_object('id', v.id, 'name', v.name, 'categoryNameEn', c.name_en, 'categoryNameBn', c.name_bn,
        'effectiveFrom', v.effective_from) as tariff, r.reason, r.order_number as "orderNumber"
      from billing.bill_runs r join billing.tariff_versions v on v.id = r.tariff_version_id
      join billing.tariff_categories c on c.code = v.category where r.id = ${id}`,
  );
  if (!about) throw fail(commonErrors.not_found);
  const [sums, biggest] = await Promise.all([
    one<Omit<Overview, keyof typeof about | 'biggest'>>(
      db,
      sql`select count(*) as bills, count(distinct k.connection_id) as connections,
          count(*) filter (where k.total_minor > 0) as more,
          coalesce(sum(k.total_minor) filter (where k.total_minor > 0), 0)::bigint as "moreMinor",
          count(*) filter (where k.total_minor < 0) as less,
          coalesce(sum(k.total_minor) filter (where k.total_minor < 0), 0)::bigint as "lessMinor",
          count(*) filter (where k.total_minor = 0) as same, min(i.period) as "firstMonth", max(i.period) as "lastMonth"
        from billing.correction_items k join billing.invoices i on i.id = k.invoice_id
        where k.run_id = ${id} and k.outcome = 'BILLED'`,
    ),
    all<Overview['biggest'][number]>(
      db,
      sql`select ${figures} from (
          select * from billing.correction_items where run_id = ${id} and outcome = 'BILLED' and total_minor <> 0
          order by abs(total_minor) desc, invoice_id limit ${BIGGEST}
        ) k ${parties} order by abs(k.total_minor) desc, k.invoice_id`,
    ),
  ]);
  return { ...about, ...sums, biggest };
}

type Filter = {
  search?: string | undefined;
  outcome?: string | undefined;
  reason?: string | undefined;
};

export function listCorrectionItems(
  db: Db | Tx,
  id: string,
  query: Filter & Paging,
): Promise<Page<CorrectionItem>> {
  return listPage<CorrectionItem>(db, query, correctionItemList(id, query));
}

export function correctionItemList(id: string, query: Filter): ListQuery {
  const { outcome = null, reason = null, search } = query;
  return {
    rows: sql`select ${figures}, u.name as "consumerName", u.name_bn as "consumerNameBn", k.outcome, k.reason
      from billing.correction_items k ${parties} join consumers.consumers u on u.id = i.consumer_id
      where k.run_id = ${id}
        and (${outcome}::text is null or k.outcome = ${outcome}) and (${reason}::text is null or k.reason = ${reason})
        and (${search ?? null}::text is null or ${search ?? ''} in (i.number, c.number)
          or u.search like ${containing((search ?? '').toLowerCase())})`,
    sorts: {
      invoiceNumber: sql`"invoiceNumber"`,
      period: sql`period`,
      totalMinor: sql`"totalMinor"`,
    },
    tieBreak: sql`"invoiceId"`,
  };
}

/** The totals of a correction run from the rows themselves; `missing` are bills concerned without an outcome. */
export async function countCorrections(db: Db | Tx, id: string) {
  const concerned: Sql = isConcerned(await correctionOf(db, id));
  return one<{
    connections: number;
    missing: number;
    billed: number;
    held: number;
    totalMinor: number;
    invoices: number;
    invoicedMinor: number;
    postedMinor: number;
  }>(
    db,
    sql`select k.billed + k.held + m.missing as connections, m.missing, k.*, a.invoices, a.minor as "invoicedMinor",
        p.minor as "postedMinor"
      from (select count(*) filter (where outcome = 'BILLED') as billed, count(*) filter (where outcome = 'HELD') as held,
          coalesce(sum(total_minor) filter (where outcome = 'BILLED'), 0)::bigint as "totalMinor"
        from billing.correction_items where run_id = ${id}) k,
      (select count(*) as missing from billing.invoices i where ${concerned} and (
        select o.chunk from billing.correction_items o where o.run_id = ${id} and o.invoice_id = i.id) is null) m,
      (select count(*) as invoices, coalesce(sum(amount_minor), 0)::bigint as minor from billing.adjustments where run_id = ${id}) a,
      (select coalesce(sum(e.amount_minor), 0)::bigint as minor
        from (
          select 'INVOICE' as kind, supplement_id as id from billing.adjustments where run_id = ${id} and supplement_id is not null
          union all select 'ADJUSTMENT', id from billing.adjustments where run_id = ${id}
        ) d
        join ledger.journals j on j.kind = d.kind and j.source_id = d.id
        join ledger.entries e on e.journal_id = j.id and e.account_code in (${ACCOUNTS.receivable}, ${ACCOUNTS.advances})) p`,
  );
}
