/**
 * Connections with meters and readings for tests, through the real actions; makeConnections for benchmarks and the
 * demo town: the same rows by set-based SQL, without audit.
 */
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConsumers } from '#domains/consumers/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addMeter } from './actions/add-meter.ts';
import { installMeter } from './actions/install-meter.ts';
import { type NewConnection, openConnection } from './actions/open-connection.ts';
import { approveUnflagged } from './readings/actions/approve-unflagged.ts';
import { captureReading } from './readings/actions/capture-reading.ts';

let made = 0;

export type MadeConnection = {
  id: string;
  number: string;
  consumerId: string;
  roadId: string;
  meterId: string;
  meterNumber: string;
};

/** [month, day of reading, litres on the register] */
export type MadeReading = [period: string, readOn: string, registerLitres: number];

type Given = Partial<NewConnection> & {
  meterNumber?: string;
  registerDigits?: number;
  openingLitres?: number;
  /** Taken in this order, by the given actor. */
  readings?: MadeReading[];
  /** Approve those that passed their checks. */
  approve?: boolean;
};

/** A connection of a new consumer on a new road, with a meter that sits there from connectedOn. */
export async function makeConnection(tx: Tx, actor: Actor, given: Given = {}): Promise<MadeConnection> {
  made += 1;
  const {
    meterNumber = `M${100_000 + made}`,
    registerDigits = 5,
    openingLitres = 0,
    readings = [],
    approve,
    ...fields
  } = given;
  const phone = `+88018${String(10_000_000 + made)}`;
  const consumerId =
    fields.consumerId ?? (await createConsumer(tx, actor, { name: `Consumer ${made}`, phone })).id;
  const roadId = fields.roadId ?? (await makeRoad(tx, actor)).id;
  const connectedOn = fields.connectedOn ?? '2024-01-01';
  const connection = await openConnection(tx, actor, {
    plotNumber: String(made),
    category: 'residential',
    pipeSizeMm: 20,
    ...fields,
    consumerId,
    roadId,
    connectedOn,
  });
  const meter = await addMeter(tx, actor, {
    number: meterNumber,
    make: 'Itron',
    sizeMm: 20,
    registerDigits,
    sealNumber: null,
  });
  await installMeter(tx, actor, {
    connectionId: connection.id,
    meterId: meter.id,
    installedOn: connectedOn,
    openingLitres,
  });
  for (const [period, readOn, registerLitres] of readings) {
    await captureReading(tx, actor, { meterId: meter.id, period, readOn, registerLitres });
    if (approve) await approveUnflagged(tx, actor, { period, connectionId: connection.id });
  }
  return { ...connection, consumerId, roadId, meterId: meter.id, meterNumber };
}

export type ManyConnections = {
  count: number;
  connectedOn: string;
  /** Months that have a reading, read on their last day, in ascending order. */
  periods?: string[];
  readingState?: 'VALID' | 'APPROVED' | 'BILLED';
  /** Roads to spread them over; new ones if none are given. */
  roads?: number;
  category?: string;
};

/**
 * Many connections with a consumer and a meter each. Meter n is called `B` and nine digits of n, n from 1; it uses
 * 300 to 999 litres a day, always the same, so that a reading of any month can be worked out: see dailyLitres.
 */
export async function makeConnections(tx: Tx, actor: Actor, many: ManyConnections): Promise<void> {
  const { count, connectedOn, periods = [], category = 'residential' } = many;
  const roadIds: string[] = [];
  for (let road = 0; road < (many.roads ?? 30); road += 1) roadIds.push((await makeRoad(tx, actor)).id);
  const consumers = await makeConsumers(tx, count);
  const { first } = await one<{ first: number }>(
    tx,
    sql`select platform.take_numbers('connection', ${count}::bigint) as first`,
  );
  await execute(
    tx,
    sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on, route_order)
    select platform.human_number(3, ${first}::bigint + k.n - 1), k.consumer_id,
      (${roadIds}::uuid[])[1 + k.n % ${roadIds.length}::int], k.n::text, ${category}, 20, ${connectedOn}::date, k.n
    from (${consumers}) k order by k.n`,
  );
  await execute(
    tx,
    sql`insert into meters.meters (number, make, status, aged_from)
    select ${meterNumber}, 'Itron', 'INSTALLED', ${connectedOn}::date from generate_series(1, ${count}::int) n`,
  );
  await execute(
    tx,
    sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
    select c.id, m.id, ${connectedOn}::date, 0
    from generate_series(1, ${count}::int) n
    join meters.meters m on m.number = ${meterNumber}
    join meters.connections c on c.number = platform.human_number(3, ${first}::bigint + n - 1)
    order by n`,
  );
  await execute(tx, sql`analyze meters.connections, meters.meters, meters.assignments`);
  for (const [index, period] of periods.entries()) {
    await insertReadings(tx, { ...many, period, previous: periods[index - 1] });
  }
  if (periods.length > 0) await execute(tx, sql`analyze meters.readings`);
}

const meterNumber = sql`'B' || lpad(n::text, 9, '0')`;
/** Litres a day of meter n. */
const dailyLitres = sql`(300 + n % 700)`;

async function insertReadings(
  tx: Tx,
  {
    connectedOn,
    period,
    previous,
    readingState,
  }: ManyConnections & { period: string; previous: string | undefined },
): Promise<void> {
  await execute(
    tx,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres,
      previous_on, consumption_litres, recent_litres, recent_days, source, state)
    select a.connection_id, m.id, ${period}::date, x.read_on, (x.read_on - ${connectedOn}::date) * ${dailyLitres},
      (x.previous_on - ${connectedOn}::date) * ${dailyLitres}, x.previous_on, (x.read_on - x.previous_on) * ${dailyLitres},
      (array_prepend(((x.read_on - x.previous_on) * ${dailyLitres})::bigint, coalesce(p.recent_litres, '{}')))[1:6],
      (array_prepend(x.read_on - x.previous_on, coalesce(p.recent_days, '{}')))[1:6], 'IMPORT', ${readingState ?? 'APPROVED'}
    from meters.meters m join meters.assignments a on a.meter_id = m.id
    left join meters.readings p on p.meter_id = m.id and p.period = ${previous ?? null}::date
    cross join lateral (select substr(m.number, 2)::int as n) k
    cross join (select (${period}::date + interval '1 month' - interval '1 day')::date as read_on,
      coalesce((${previous ?? null}::date + interval '1 month' - interval '1 day')::date, ${connectedOn}::date) as previous_on) x
    where m.number ~ '^B\\d{9}$' order by m.id`,
  );
}

/** The figures with which meters of a connection went are confirmed as they are. */
export async function confirmFinals(tx: Tx, connectionId: string): Promise<void> {
  await execute(
    tx,
    sql`update meters.assignments set final_status = 'DUMPED_CONFIRMED'
      where connection_id = ${connectionId} and final_status = 'DUMPED_PENDING'`,
  );
}
