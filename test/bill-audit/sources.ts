/** What bills rest on, and the bills, as the tables have them: plain rows, nothing calculated. */
import { all, type Db, sql } from '#platform/database/db.ts';
import type { Version } from './own-bill.ts';
import type { Reading, Seat } from './registers.ts';

export type Connection = {
  id: string;
  category: string;
  dwellings: number;
  pipeSize: number;
  sewerPercent: string | null;
  connectedOn: string;
  disconnectedOn: string | null;
};
export type Bill = {
  id: string;
  number: string;
  connection: string;
  reading: string | null;
  run: string | null;
  version: string;
  from: string;
  to: string;
  months: number | null;
  litres: number;
  totalMinor: number;
  arrearsMinor: number;
  issuedOn: string;
  lines: Record<string, number>;
  /** Account -> poisha of the journal that names the bill. */
  entries: Record<string, number> | null;
};

export const readSeats = (db: Db): Promise<Seat[]> =>
  all(
    db,
    sql`select a.connection_id as connection, a.meter_id as meter, m.register_digits as digits, a.installed_on as "installedOn",
      a.opening_litres as "openingLitres", a.removed_on as "removedOn", a.final_litres as "finalLitres"
      from meters.assignments a join meters.meters m on m.id = a.meter_id`,
  );

/** Those that count: not void, not replaced, not to be taken again. */
export const readReadings = (db: Db): Promise<Reading[]> =>
  all(
    db,
    sql`select id, connection_id as connection, meter_id as meter, period, read_on as "readOn", register_litres as litres,
      consumption_litres is not null as "isExplained"
      from meters.readings where state not in ('VOID', 'SUPERSEDED', 'REREAD')`,
  );

export const readConnections = (db: Db): Promise<Connection[]> =>
  all(
    db,
    sql`select id, category, dwelling_units as dwellings, pipe_size_mm as "pipeSize", sewer_percent as "sewerPercent",
      connected_on as "connectedOn", disconnected_on as "disconnectedOn" from meters.connections`,
  );

/** Approved versions, in the order of their first days. */
export const readVersions = (db: Db): Promise<Version[]> =>
  all(
    db,
    sql`select id, category, effective_from as "from", water_mode as mode, unit_litres as "unitLitres", flat_amount as flat,
      fixed_amount as fixed, minimum_mode as "minimumMode", minimum_per as "minimumPer", minimum_amount as minimum,
      minimum_when_unused as "minimumWhenUnused", sewer_percent as "sewerPercent", sewer_on_fixed as "sewerOnFixed",
      vat_water_percent as "vatWater", vat_fixed_percent as "vatFixed", vat_minimum_percent as "vatMinimum",
      vat_sewer_percent as "vatSewer", round_off_to as "roundOffTo", prorate_fixed as "prorateFixed",
      prorate_minimum as "prorateMinimum", prorate_blocks as "prorateBlocks", per_dwelling_fixed as "perDwellingFixed",
      per_dwelling_minimum as "perDwellingMinimum", per_dwelling_blocks as "perDwellingBlocks",
      coalesce((select json_agg(json_build_object('from', b.from_quantity::text, 'to', b.to_quantity::text,
        'rate', b.rate::text) order by b.from_quantity) from billing.tariff_blocks b where b.version_id = v.id), '[]') as blocks,
      coalesce((select json_agg(json_build_object('size', s.pipe_size_mm, 'flat', s.flat_amount::text,
        'fixed', s.fixed_amount::text, 'minimum', s.minimum_amount::text))
        from billing.tariff_pipe_sizes s where s.version_id = v.id), '[]') as "pipeSizes"
      from billing.tariff_versions v where state = 'APPROVED' order by effective_from`,
  );

/** Bills that are not cancelled and correct no other one. */
export const readBills = (db: Db): Promise<Bill[]> =>
  all(
    db,
    sql`select i.id, i.number, i.connection_id as connection, i.reading_id as reading, i.run_id as run,
      i.tariff_version_id as version, i.period_from as "from", i.period_to as "to", i.periods as months,
      i.usage_litres as litres, i.total_minor as "totalMinor", i.arrears_minor as "arrearsMinor", i.issued_on as "issuedOn", l.lines, e.entries
      from billing.invoices i
      left join (select invoice_id, json_object_agg(kind, amount_minor) as lines from billing.invoice_lines group by 1) l
        on l.invoice_id = i.id
      left join (
        select source_id, json_object_agg(account_code, amount_minor) as entries from (
          select j.source_id, e.account_code, sum(e.amount_minor)::bigint as amount_minor
          from ledger.journals j join ledger.entries e on e.journal_id = j.id where j.kind = 'INVOICE' group by 1, 2
        ) a group by 1
      ) e on e.source_id = i.id
      where i.cancelled_on is null and i.adjusts_id is null`,
  );

export type Payment = { connection: string; paidOn: string; amountMinor: number };

export const readPayments = (db: Db): Promise<Payment[]> =>
  all(
    db,
    sql`select connection_id as connection, paid_on as "paidOn", amount_minor as "amountMinor" from payments.payments
      where state = 'APPROVED'`,
  );
