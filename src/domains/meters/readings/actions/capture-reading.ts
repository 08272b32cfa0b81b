/** Takes one reading: placed, checked and written in one go. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, oneWithOnePlan, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { noteVisit } from '../../visits/actions/note-visit.ts';
import { checkVisit, keptFigures, keptFlags } from '../../visits/check-visit.ts';
import type { Visit } from '../../visits/visit.rules.ts';
import { checkReadings, placeLines } from '../check-readings.ts';
import { replacesOther } from '../queries.ts';
import { refuseReading } from '../refuse-reading.ts';
import { lockConnection } from './lock-readings.ts';

export type Capture = {
  meterId: string;
  period: string;
  readOn: string;
  registerLitres: number;
  remark?: string | undefined;
  source?: 'MANUAL' | 'MOBILE' | 'SELF';
  visit?: Visit | undefined;
};

export type Correction = { id: string; importId: string | null };
export type Checked = {
  connection_id: string;
  flags: string[];
  figures: object | null;
  reason: string | null;
  refused: string | null;
} & Record<'previous_litres' | 'consumption_litres' | 'expected_litres', number | null> &
  Record<'previous_on' | 'expected_from', string | null> &
  Record<'recent_litres' | 'recent_days', number[]>;

/** @param corrects the reading whose value this one replaces; readings after it are checked again by the caller */
export async function captureReading(
  tx: Tx,
  actor: Actor,
  input: Capture,
  corrects?: Correction,
): Promise<{ id: string }> {
  await lockConnection(tx, input.meterId);
  const reading = await check(tx, actor, input);
  // A correction has later readings; the check that refuses its value counts all the same.
  refuseReading(reading.reason === 'LATER_READING_EXISTS' && corrects ? reading.refused : reading.reason);
  const { visit, ...value } = input;
  if (!visit)
    return writeReading(
      tx,
      actor,
      value,
      corrects ? await asVisited(tx, corrects, reading) : reading,
      corrects,
    );
  const { connection_id: connectionId } = reading;
  const visited = await checkVisit(tx, actor, visit, { connectionId, period: input.period });
  refuseReading(visited.refused);
  const both = {
    ...reading,
    flags: [...reading.flags, ...visited.flags],
    figures: { ...reading.figures, ...visited.figures },
  };
  const written = await writeReading(tx, actor, { ...value, source: 'MOBILE' }, both, corrects);
  const { meterId, period } = input;
  await noteVisit(tx, actor, { meterId, period, visit, visited, connectionId });
  return written;
}

/** Another value does not change who was there, and when: what its visit was found to be stays with the reading. */
async function asVisited(tx: Tx, { id }: Correction, reading: Checked): Promise<Checked> {
  const kept = await first<Pick<Checked, 'flags' | 'figures'>>(
    tx,
    sql`select ${keptFlags(sql`r`)} as flags, ${keptFigures(sql`r`)} as figures from meters.readings r where r.id = ${id}`,
  );
  if (!kept) return reading;
  return {
    ...reading,
    flags: [...reading.flags, ...kept.flags],
    figures: { ...reading.figures, ...kept.figures },
  };
}

/** The row of a reading whose place is known and that was checked. */
export async function writeReading(
  tx: Tx,
  actor: Actor,
  input: Capture,
  reading: Checked,
  corrects?: Correction,
): Promise<{ id: string }> {
  // A household's own figure is reviewed also if it passed every check.
  const flags = input.source === 'SELF' ? ['SELF_READ', ...reading.flags] : reading.flags;
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres,
        previous_litres, previous_on, consumption_litres, expected_litres, expected_from, recent_litres, recent_days, flags, figures, source, state,
        remark, import_id, taken_by, replaces_id, replaces_other)
      values (${reading.connection_id}, ${input.meterId}, ${input.period}, ${input.readOn}, ${input.registerLitres},
        ${reading.previous_litres}, ${reading.previous_on}, ${reading.consumption_litres}, ${reading.expected_litres},
        ${reading.expected_from}, ${reading.recent_litres}::bigint[], ${reading.recent_days}::int[], ${flags}, ${reading.figures ? JSON.stringify(reading.figures) : null}::jsonb,
        ${input.source ?? 'MANUAL'}, ${flags.length === 0 ? 'VALID' : 'FLAGGED'}, ${input.remark ?? null},
        ${corrects?.importId ?? null}, ${actor.userId}, ${corrects?.id ?? null},
        ${replacesOther(sql`${reading.connection_id}::uuid`, sql`${input.period}::date`, actor.userId)})
      returning id`,
  );
  await audit(tx, actor, {
    action: corrects ? 'reading.edit' : 'reading.capture',
    object: 'reading',
    objectId: id,
    after: { ...input, replaces: corrects?.id },
  });
  return { id };
}

async function check(tx: Tx, actor: Actor, input: Capture): Promise<Checked> {
  const span = { from: input.period, to: input.period };
  const line = sql`select 1 as row_key, ${input.meterId}::uuid as meter_id, ${input.period}::date as period,
    ${input.readOn}::date as read_on, ${input.registerLitres}::bigint as register_litres, null::text as problem`;
  const placed = placeLines(line, span, actor.today);
  const place = await one<{ reason: string | null }>(tx, sql`${PLANNED_ONCE} ${placed}`);
  refuseReading(place.reason);
  // Planning it takes ten times as long as doing it.
  return oneWithOnePlan<Checked>(tx, sql`${PLANNED_ONCE} ${checkReadings(placed, span, actor.today)}`);
}
