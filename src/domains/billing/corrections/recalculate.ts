/** The bills of readings that were corrected, by the tariff version that each was billed by; refuses what does not compare. */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { BillExplanation } from '../tariffs/tariff.rules.ts';
import { type ComparedBill, type ComparedLine, comparedBills } from './compared-bills.ts';
import { errors } from './contract.ts';
import type { Comparison } from './documents.schema.ts';

type Figures = {
  previousLitres: number | null;
  currentLitres: number | null;
  usageLitres: number;
  totalMinor: number;
};

export type Recalculated = Omit<Comparison, 'amountMinor' | 'before' | 'after' | 'lines'> & {
  before: Figures;
  after: Figures;
  amountMinor: number;
  lines: ComparedLine[];
  connectionId: string;
  readingId: string;
  periodTo: string;
  periodFrom: string;
  meterId: string;
  tariffVersionId: string;
  /** Days that the bill gave for paying. */
  daysToPay: number;
  explanation: BillExplanation;
};

type Row = Omit<Recalculated, 'amountMinor' | 'before' | 'after' | 'lines' | 'explanation' | 'readingId'> &
  ComparedBill;

export async function recalculate(tx: Tx, readingIds: readonly string[]): Promise<Recalculated[]> {
  const bills = await comparedOrNumber(tx, readingIds);
  if (typeof bills === 'string') throw fail(errors.bill_not_reproducible, { number: bills });
  return bills;
}

/** The number of the first bill that does not compare, instead of the bills. */
export function comparedOrNumber(tx: Tx, readingIds: readonly string[]): Promise<Recalculated[] | string> {
  return compareSource(
    tx,
    sql`select i.id as invoice_id, r.id as reading_id, r.previous_litres, r.register_litres as current_litres,
      r.consumption_litres - coalesce(g.litres, 0) as usage_litres, g.litres as forgiven_litres,
      null::text as billed_by, null::text as corrected_by
    from meters.readings r
    join billing.invoices i on i.connection_id = r.connection_id and i.period = r.period
      and i.cancelled_on is null and i.adjusts_id is null
    left join meters.readings w on w.id = r.replaces_id and w.period = r.period
    -- The use is the one of before: what was credited for a leak of it stays credited.
    left join lateral (
      select k.forgiven_litres as litres from billing.leaks k
      where k.invoice_id = i.id and k.state = 'CREDITED' and w.consumption_litres = r.consumption_litres
    ) g on true
    -- One that was made again twice has its last one only.
    where r.id = any(${readingIds}::uuid[]) and r.living`,
  );
}

/** The same of any rows that `comparedBills` takes. @param source its relation */
export async function compareSource(db: Db | Tx, source: Sql): Promise<Recalculated[] | string> {
  const rows = await all<Row>(
    db,
    sql`select b.*, i.id as "invoiceId", i.number as "invoiceNumber", i.period, i.connection_id as "connectionId",
        i.period_from as "periodFrom", i.period_to as "periodTo", i.meter_id as "meterId",
        i.tariff_version_id as "tariffVersionId", i.due_on - i.issued_on as "daysToPay"
      from (${comparedBills(source)}) b join billing.invoices i on i.id = b.invoice_id order by i.period`,
  );
  const bills = rows.map(compared);
  const wrong = bills.find((bill) => typeof bill === 'string');
  return wrong ?? bills.filter((bill) => typeof bill !== 'string');
}

function compared(row: Row): Recalculated | string {
  const { lines, explanation, total_after: totalAfter, reading_id: readingId } = row;
  if (row.problem || !lines || !explanation || totalAfter === null || !readingId) return row.invoiceNumber;
  const { invoiceId, invoiceNumber, period, connectionId, meterId, tariffVersionId } = row;
  const { periodFrom, periodTo, daysToPay } = row;
  return {
    ...{ invoiceId, invoiceNumber, period, connectionId, readingId, meterId, tariffVersionId },
    ...{ periodFrom, periodTo, daysToPay, explanation, lines },
    before: {
      previousLitres: row.previous_before,
      currentLitres: row.current_before,
      usageLitres: row.usage_before,
      totalMinor: row.total_before,
    },
    after: {
      previousLitres: row.previous_after,
      currentLitres: row.current_after,
      usageLitres: row.usage_after,
      totalMinor: totalAfter,
    },
    amountMinor: totalAfter - row.total_before,
  };
}
