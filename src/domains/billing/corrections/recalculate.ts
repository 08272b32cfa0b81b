/**
 * Calculates bills again from their present readings, by the one engine and by the tariff version that each was
 * billed by. What is on the bill is calculated too: if the result is not the same, the connection was
 * changed since, and the difference would not be the reading's alone.
 */
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { billLines, calculateBills } from '../calculation/calculate-bills.ts';
import { type BillExplanation, isLineKind } from '../tariffs/tariff.rules.ts';
import { errors } from './contract.ts';
import type { Comparison } from './documents.schema.ts';

type Line = { kind: string; quantity: string | null; rate: string | null; amountMinor: number };
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
  lines: {
    kind: string;
    quantity: string | null;
    rate: string | null;
    beforeMinor: number;
    afterMinor: number;
  }[];
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

type Row = Omit<Recalculated, 'amountMinor' | 'before' | 'after' | 'lines' | 'explanation'> & {
  usage: 'before' | 'after';
  previousBefore: number | null;
  currentBefore: number | null;
  usageBefore: number;
  totalBefore: number;
  previousAfter: number | null;
  currentAfter: number | null;
  usageAfter: number;
  standing: Line[];
  problem: string | null;
  total_minor: number;
  explanation: BillExplanation;
  lines: Line[];
};

/** The bills of readings as they are (with their last adjustment) and the facts that they were calculated from. */
const bills = (
  readingIds: readonly string[],
): Sql => sql`select i.id as "invoiceId", i.number as "invoiceNumber",
    i.period, i.connection_id as "connectionId", r.id as "readingId", i.period_from as "periodFrom", i.period_to as "periodTo",
    i.meter_id as "meterId", i.tariff_version_id as "tariffVersionId", i.due_on - i.issued_on as "daysToPay",
    case when a.id is null then i.previous_litres else a.previous_after_litres end as "previousBefore",
    case when a.id is null then i.current_litres else a.current_after_litres end as "currentBefore",
    coalesce(a.usage_after_litres, i.usage_litres) as "usageBefore",
    coalesce(a.total_after_minor, i.total_minor) as "totalBefore",
    r.previous_litres as "previousAfter", r.register_litres as "currentAfter", r.consumption_litres as "usageAfter",
    (select json_agg(json_build_object('kind', l.kind, 'amountMinor', l.amount_minor)) from (
      select kind, amount_minor from billing.invoice_lines where invoice_id = i.id and a.id is null
      union all
      select kind, after_minor from billing.adjustment_lines where adjustment_id = a.id
    ) l) as standing,
    c.category, case when json_array_length(i.explanation) = 1 then i.tariff_version_id end as tariff_version_id,
    c.pipe_size_mm, c.dwelling_units, i.period_from, i.period_to,
    coalesce(i.periods, greatest(1, round((r.read_on - r.previous_on) / 30.4375))::int)::numeric as periods, c.connected_on, c.disconnected_on,
    case when json_array_length(i.explanation) = 1 then (i.explanation -> 0 ->> 'sewerPercent')::numeric
      else c.sewer_percent end as sewer_percent
  from meters.readings r
  join meters.connections c on c.id = r.connection_id
  join billing.invoices i on i.connection_id = r.connection_id and i.period = r.period
    and i.cancelled_on is null and i.adjusts_id is null
  left join lateral (
    select * from billing.adjustments a where a.invoice_id = i.id order by a.id desc limit 1
  ) a on true
  where r.id = any(${readingIds}::uuid[])`;

export async function recalculate(tx: Tx, readingIds: readonly string[]): Promise<Recalculated[]> {
  const input = sql`select b.*, w.usage, (case w.usage when 'before' then b."usageBefore" else b."usageAfter" end)::numeric as usage_litres
    from (${bills(readingIds)}) b cross join (values ('before'), ('after')) as w (usage)`;
  const rows = await all<Row>(
    tx,
    sql`select b.*, l.lines from (${calculateBills(input)}) b
      left join lateral (
        select json_agg(json_build_object('kind', line.kind, 'quantity', trim_scale(line.quantity)::text,
          'rate', trim_scale(line.rate)::text, 'amountMinor', line.amount_minor) order by line.line_no) as lines
        from ${billLines()}
      ) l on true
      order by b.period`,
  );
  return rows
    .filter(({ usage }) => usage === 'after')
    .map((after) => {
      const before = rows.find((row) => row.usage === 'before' && row.invoiceId === after.invoiceId);
      if (!before || before.problem || after.problem || !sameAmounts(before.lines, after.standing)) {
        throw fail(errors.bill_not_reproducible, { number: after.invoiceNumber });
      }
      return compared(after, before.lines);
    });
}

/** What was added to the bill beside the calculation stays as it is. */
function sameAmounts(calculated: readonly Line[], standing: readonly Line[]): boolean {
  const kinds = [...calculated, ...standing].map(({ kind }) => kind).filter(isLineKind);
  return kinds.every((kind) => amountOf(calculated, kind) === amountOf(standing, kind));
}

const amountOf = (lines: readonly Line[], kind: string) =>
  lines.find((line) => line.kind === kind)?.amountMinor ?? 0;

function compared(row: Row, before: readonly Line[]): Recalculated {
  const gone = before.filter(({ kind }) => row.lines.every((line) => line.kind !== kind));
  const beside = row.standing.filter(({ kind }) => !isLineKind(kind));
  const totalAfter = row.total_minor + beside.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { invoiceId, invoiceNumber, period, connectionId, readingId, meterId, tariffVersionId } = row;
  return {
    ...{ invoiceId, invoiceNumber, period, connectionId, readingId, meterId, tariffVersionId },
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    daysToPay: row.daysToPay,
    explanation: row.explanation,
    before: {
      previousLitres: row.previousBefore,
      currentLitres: row.currentBefore,
      usageLitres: row.usageBefore,
      totalMinor: row.totalBefore,
    },
    after: {
      previousLitres: row.previousAfter,
      currentLitres: row.currentAfter,
      usageLitres: row.usageAfter,
      totalMinor: totalAfter,
    },
    amountMinor: totalAfter - row.totalBefore,
    lines: [
      ...[...row.lines, ...gone.map((line) => ({ ...line, quantity: null, rate: null, amountMinor: 0 }))].map(
        ({ amountMinor, ...line }) => ({
          ...line,
          beforeMinor: amountOf(before, line.kind),
          afterMinor: amountMinor,
        }),
      ),
      ...beside.map(({ kind, amountMinor }) => ({
        ...{ kind, quantity: null, rate: null },
        beforeMinor: amountMinor,
        afterMinor: amountMinor,
      })),
    ],
  };
}
