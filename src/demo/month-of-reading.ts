/** One month on the readers' round: taken, checked and reviewed by the real actions. */
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReadings, type Round } from '#domains/meters/readings/actions/capture-readings.ts';
import { transaction } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { LATE_SECTOR, type Story, UNREVIEWED_SECTOR } from './story.ts';
import { type Meter, roundDay } from './water-use.ts';

type Line = Round['readings'][number];

/** Reads the whole town and approves; of the last month the late sector and what nobody has looked at are left out. */
export async function readMonth(story: Story, meters: readonly Meter[], period: string): Promise<void> {
  const { db, at, town, months } = story;
  const isLast = period === months.at(-1);
  const slips = story.random.fork(`slips ${period}`);
  const readings = town.connections.flatMap(({ road, connectedOn }, n) => {
    if (isLast && road.sector === LATE_SECTOR) return [];
    const line = lineOf(story, meters, { n, period, day: roundDay(period, road.sector) });
    if (!line || !isLast) return line ?? [];
    if (slips.chance(0.016)) return [];
    return slips.chance(0.003) && connectedOn < (months[0] ?? '') ? [slip(line, slips.chance(0.5))] : [line];
  });
  const end = addDays(addMonths(period, 1), -1);
  await transaction(db, (tx) =>
    captureReadings(tx, at('reader', end, '17:30'), { period, source: 'MOBILE', readings }),
  );
  await (isLast ? reviewLast(story, period) : reviewAll(story, period));
}

/** The readings of the sector that came late, approved at once. */
export async function readLateSector(story: Story, meters: readonly Meter[], lateDay: string): Promise<void> {
  const { db, at, town, months } = story;
  const period = months.at(-1) ?? '';
  const readings = town.connections.flatMap(
    ({ road }, n) =>
      (road.sector === LATE_SECTOR ? lineOf(story, meters, { n, period, day: lateDay }) : undefined) ?? [],
  );
  await transaction(db, async (tx) => {
    await captureReadings(tx, at('reader', lateDay, '16:00'), { period, source: 'MANUAL', readings });
    const sectorId = sectorIdOf(story, LATE_SECTOR);
    await approveUnflagged(tx, at('reviewer', lateDay, '16:30'), {
      period,
      ...(sectorId ? { sectorId } : {}),
    });
  });
}

const REVIEWED_AFTER_DAYS = 7;

/** The round of this month, as far as it has come; the reviewer is a week behind. */
export async function readThisMonth(story: Story, meters: readonly Meter[]): Promise<void> {
  const { db, at, town, today, ground } = story;
  const period = firstOfMonth(today);
  const readings = town.connections.flatMap(({ road }, n) => {
    const day = roundDay(period, road.sector);
    return day < today ? (lineOf(story, meters, { n, period, day }) ?? []) : [];
  });
  const reviewed = ground.roads.filter(
    ({ sector }) => roundDay(period, sector) < addDays(today, -REVIEWED_AFTER_DAYS),
  );
  await transaction(db, async (tx) => {
    await captureReadings(tx, at('reader', today, '08:00'), { period, source: 'MOBILE', readings });
    for (const sectorId of new Set(reviewed.map((road) => road.sectorId))) {
      await approveUnflagged(tx, at('reviewer', today, '09:00'), { period, sectorId });
    }
  });
}

export function sectorIdOf(story: Pick<Story, 'ground'>, sector: string): string | undefined {
  return story.ground.roads.find((road) => road.sector === sector)?.sectorId;
}

function lineOf(
  story: Story,
  meters: readonly Meter[],
  { n, period, day }: { n: number; period: string; day: string },
): Line | undefined {
  const reading = meters[n]?.read(period, day);
  return reading && { meterId: story.connections[n]?.meterId ?? '', ...reading };
}

const SLIP_LITRES = 40_000;

/** A figure written down wrongly: too low for the register, or a digit too many. */
function slip(line: Line, low: boolean): Line {
  const { registerLitres } = line;
  return {
    ...line,
    registerLitres: low ? Math.max(0, registerLitres - SLIP_LITRES) : registerLitres + 9 * SLIP_LITRES,
  };
}

async function reviewAll({ db, at }: Story, period: string): Promise<void> {
  const day = addMonths(period, 1);
  const reason = 'Looked into with the consumer; the reading stands.';
  await transaction(db, async (tx) => {
    await approveUnflagged(tx, at('reviewer', day), { period });
    await approveFlagged(tx, at('reviewer', day, '12:00'), { period, reason });
    await approveFlagged(tx, at('admin', day, '14:00'), { period, reason });
  });
}

async function reviewLast(story: Story, period: string): Promise<void> {
  const { db, at, ground } = story;
  const sectorIds = new Set(
    ground.roads.filter(({ sector }) => sector !== UNREVIEWED_SECTOR).map((road) => road.sectorId),
  );
  const day = addMonths(period, 1);
  await transaction(db, async (tx) => {
    for (const sectorId of sectorIds) await approveUnflagged(tx, at('reviewer', day), { period, sectorId });
  });
}
