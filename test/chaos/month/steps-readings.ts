/** Steps of a walk that touch meters: reading, correcting, undoing, approving, changing a meter, and what else moves. */

import { creditEstimates } from '#domains/billing/corrections/actions/credit-estimates.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { closeConnection, closeUnmetered } from '#domains/meters/closure/actions/close-connection.ts';
import { reopenConnection, reopenUnmetered } from '#domains/meters/closure/actions/reopen-connection.ts';
import { connectionHolder } from '#domains/meters/consumer-part.ts';
import { confirmFinals } from '#domains/meters/factory.ts';
import { undoImport } from '#domains/meters/imports/actions/undo-import.ts';
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { captureReadings } from '#domains/meters/readings/actions/capture-readings.ts';
import { editReading } from '#domains/meters/readings/actions/edit-reading.ts';
import { reviewReading } from '#domains/meters/readings/actions/review-reading.ts';
import { voidReading } from '#domains/meters/readings/actions/void-reading.ts';
import { correctHandover } from '#domains/ownership/correct-handover.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { act, type Town } from './town.ts';

/** Six numbers say what a step is about; those that are not there choose the first. */
export type Numbers = readonly number[];
export type Step = (town: Town, n: Numbers) => Promise<unknown>;

export const nth = <T>(list: readonly T[], n = 0): T | undefined => list[n % Math.max(1, list.length)];

/** The month that is over, mostly; or this one. */
export const monthOf = ({ day }: Town, n = 0): string => firstOfMonth(n % 3 === 0 ? day : addMonths(day, -1));

type Shown = { connection: string; meter: string; litres: number; lastOn: string; max: number };

/** What each meter showed last; a closed account is read one time more. */
const shown = ({ db }: Town): Promise<Shown[]> =>
  all(
    db,
    sql`select a.connection_id as connection, a.meter_id as meter, coalesce(r.register_litres, a.opening_litres) as litres,
        greatest(a.installed_on, r.read_on)::text as "lastOn", (10 ^ m.register_digits * 1000)::bigint as max
      from meters.assignments a join meters.meters m on m.id = a.meter_id
      left join lateral (select register_litres, read_on from meters.readings r where r.meter_id = a.meter_id and r.living
        order by period desc, read_on desc limit 1) r on true
      join meters.connections c on c.id = a.connection_id
      where a.removed_on is null and (c.disconnected_on is null or r.read_on is null or r.read_on < c.disconnected_on)
      order by a.connection_id`,
  );

/** Litres since then: some cubic metres, often with parts of one; sometimes nothing, a leak, or less than before. */
function used(n = 0): number {
  const kind = n % 16;
  if (kind === 0) return 0;
  if (kind === 1) return -(n % 7) * 1000 - 500;
  if (kind === 2) return 90_000 + n * 1000;
  return (n % 40) * 1000 + (n % 4) * 250;
}

const onRegister = ({ litres, max }: Shown, more: number): number => (((litres + more) % max) + max) % max;

/** A day near the end of the month, or early in the next one; never ahead. */
function readingDay({ day }: Town, period: string, n = 0): string {
  const wanted = addDays(period, 24 + (n % 11));
  return wanted > day ? day : wanted;
}

/** One meter. */
export const read: Step = async (town, [a, b, c, d]) => {
  const meter = nth(await shown(town), a);
  if (!meter) return;
  const period = monthOf(town, b);
  const readOn = readingDay(town, period, c);
  if (readOn <= meter.lastOn) return;
  const reading = {
    ...{ meterId: meter.meter, period, readOn },
    registerLitres: onRegister(meter, used(d)),
  };
  await act(town, 'reader', (tx, actor) => captureReading(tx, actor, reading));
};

/** All meters of a month at once, as a file; nobody was at home at some. */
export const readAll: Step = async (town, [a, b, c, d = 0]) => {
  const period = monthOf(town, a);
  const readOn = readingDay(town, period, b);
  const meters = await shown(town);
  const readings = meters.flatMap((meter, index) =>
    (d + index) % 9 === 0 || readOn <= meter.lastOn
      ? []
      : [
          {
            ...{ meterId: meter.meter, readOn },
            registerLitres: onRegister(meter, Math.abs(used((c ?? 0) + index * 3))),
          },
        ],
  );
  await act(town, 'reader', async (tx, actor) => {
    await captureReadings(tx, actor, { period, source: 'MOBILE', readings });
    await execute(
      tx,
      sql`with file as (insert into meters.imports (file_id, file_name, state, uploaded_at)
          values (uuidv7(), 'month.csv', 'COMMITTED', now()) returning id)
        update meters.readings r set import_id = file.id from file
        where r.period = ${period}::date and r.waiting and r.import_id is null and r.taken_by = ${actor.userId}::uuid`,
    );
  });
};

type Taken = { id: string; version: number; readOn: string; litres: number };

/** Readings that are not approved first, so that most steps find one that they can change. */
const taken = ({ db }: Town): Promise<Taken[]> =>
  all(
    db,
    sql`select id, version, read_on as "readOn", register_litres as litres from meters.readings where living
      order by not waiting, connection_id, period, read_on`,
  );

async function someReading(town: Town, [a = 0, b = 0]: Numbers): Promise<Taken | undefined> {
  const readings = await taken(town);
  return nth(b % 4 === 0 ? readings : readings.slice(0, 8), a);
}

export const correct: Step = async (town, n) => {
  const reading = await someReading(town, n);
  if (!reading) return;
  const registerLitres = Math.max(0, reading.litres + (((n[2] ?? 0) % 21) - 10) * 1000);
  const edit = { ...reading, registerLitres, reason: 'misread' };
  await act(town, 'planner', (tx, actor) => editReading(tx, actor, edit, correctHandover));
};

export const undo: Step = async (town, n) => {
  const reading = await someReading(town, n);
  if (!reading) return;
  const { id, version } = reading;
  if ((n[3] ?? 0) % 3 === 0) {
    const again = { id, version, action: 'reread' as const, reason: 'doubtful' };
    await act(town, 'planner', (tx, actor) => reviewReading(tx, actor, again, creditEstimates));
  } else await act(town, 'planner', (tx, actor) => voidReading(tx, actor, { id, reason: 'wrong meter' }));
};

export const undoFile: Step = async (town, [a]) => {
  const files = await all<{ id: string; version: number }>(
    town.db,
    sql`select id, version from meters.imports where state = 'COMMITTED' order by id`,
  );
  const file = nth(files, a);
  if (file) await act(town, 'planner', (tx, actor) => undoImport(tx, actor, file));
};

export async function approveMonth(town: Town, period: string): Promise<void> {
  const flagged = { period, reason: 'looked at' };
  await act(town, 'planner', (tx, actor) => approveUnflagged(tx, actor, { period }));
  await act(town, 'planner', (tx, actor) => approveFlagged(tx, actor, flagged));
  await act(town, 'approver', (tx, actor) => approveFlagged(tx, actor, flagged));
  // What the planner corrected, and what one of the two did.
  await act(town, 'third', (tx, actor) => approveUnflagged(tx, actor, { period }));
  await act(town, 'third', (tx, actor) => approveFlagged(tx, actor, flagged));
}

export const approve: Step = (town, [a]) => approveMonth(town, monthOf(town, a));

/** Today, or some days ago if the old meter was not read since. */
export const swapMeter: Step = async (town, [a, b = 0, c, d = 0]) => {
  const meter = nth(await shown(town), a);
  if (!meter) return;
  const ago = addDays(town.day, -(b % 20));
  const changedOn = ago > meter.lastOn ? ago : addDays(meter.lastOn, 1);
  if (changedOn > town.day) return;
  town.meters += 1;
  const number = `SWAP-${town.meters}`;
  const finalLitres = onRegister(meter, Math.min(30_000, Math.abs(used(c))));
  await act(town, 'planner', async (tx, actor) => {
    const fields = { make: 'Zenner', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id } = await addMeter(tx, actor, { number, ...fields });
    const change = { changedOn, finalLitres, openingLitres: (d % 5) * 100, reason: 'stopped' };
    await changeMeter(tx, actor, { connectionId: meter.connection, newMeterId: id, ...change });
    await confirmFinals(tx, meter.connection);
  });
};

/** The meter goes without another one, with a figure that no reading has, and the connection ends; or it is opened again. */
const endWithoutMeter = async (town: Town, [a, b = 0, c]: Numbers): Promise<void> => {
  const reason = 'house is gone';
  const closed = await all<{ connectionId: string }>(
    town.db,
    sql`select connection_id as "connectionId" from meters.unmetered_closures order by connection_id`,
  );
  const one = b % 5 === 0 ? nth(closed, a) : undefined;
  if (one)
    return act(
      town,
      'planner',
      async (tx, actor) => void (await reopenUnmetered(tx, actor, { ...one, reason })),
    );
  const meter = nth(await shown(town), a);
  if (!meter || meter.lastOn >= town.day) return;
  town.moved.add(meter.connection);
  const finalLitres = onRegister(meter, Math.abs(used(c)));
  await act(town, 'planner', async (tx, actor) => {
    await execute(
      tx,
      sql`update meters.assignments set removed_on = ${town.day}, final_litres = ${finalLitres}, final_status = 'DUMPED_CONFIRMED'
        where meter_id = ${meter.meter} and removed_on is null`,
    );
    await execute(tx, sql`update meters.meters set status = 'REMOVED_CONFIRMED' where id = ${meter.meter}`);
    await closeUnmetered(tx, actor, { connectionId: meter.connection, closedOn: town.day, reason });
  });
};

/** Read for the last time today, or some days ago; or opened again, if one is closed. */
const endConnection = async (town: Town, numbers: Numbers): Promise<void> => {
  const [a, b = 0, c, d = 0] = numbers;
  if (d % 4 === 1) return endWithoutMeter(town, numbers);
  const reason = 'moved away';
  if (d % 3 === 0) {
    const closed = await all<{ meterId: string }>(
      town.db,
      sql`select meter_id as "meterId" from meters.assignments where final_status = 'READING' order by connection_id`,
    );
    const one = nth(closed, a);
    if (one) await act(town, 'planner', (tx, actor) => reopenConnection(tx, actor, { ...one, reason }));
    return;
  }
  const meter = nth(await shown(town), a);
  if (!meter) return;
  town.moved.add(meter.connection);
  const ago = addDays(town.day, -(b % 20));
  const readOn = ago > meter.lastOn ? ago : town.day;
  const registerLitres = readOn === meter.lastOn ? meter.litres : onRegister(meter, Math.abs(used(c)));
  const last = { meterId: meter.meter, readOn, registerLitres, reason };
  await act(town, 'planner', (tx, actor) => closeConnection(tx, actor, last));
};

/** Another owner, another number of flats, or the end of a connection; the second has no action yet. */
export const moveConnection: Step = async (town, n) => {
  const [a, b = 0, c] = n;
  if (b % 4 === 1) return endConnection(town, n);
  const connections = await all<{ id: string; consumer: string }>(
    town.db,
    sql`select id, consumer_id as consumer from meters.connections order by id`,
  );
  const connection = nth(connections, a);
  if (!connection) return;
  const { id, consumer } = connection;
  if (b % 4 !== 0) town.moved.add(id);
  if (b % 4 === 0) {
    const intoId = nth(town.consumers, c) as string;
    await act(town, 'planner', async (tx, actor) =>
      connectionHolder.move?.(tx, actor, { fromId: consumer, intoId }),
    );
  } else {
    await execute(
      town.db,
      sql`update meters.connections set dwelling_units = 1 + dwelling_units % 3 where id = ${id}`,
    );
  }
};
