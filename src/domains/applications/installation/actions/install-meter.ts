/**
 * The installer notes what was installed; who has `applications:confirm-install` confirms it, which makes the connection.
 * They are two people, also if one has both words.
 */
import { installMeter } from '#domains/meters/actions/install-meter.ts';
import { openConnection } from '#domains/meters/actions/open-connection.ts';
import { releaseMeter, reserveMeter } from '#domains/meters/actions/reserve-meter.ts';
import { isPlated } from '#domains/meters/by-number.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { signPaper } from '../../papers/signatures.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';
import { errors as own } from '../contract.ts';

/** A new meter has run a few m³ on the test bench; more than this is asked about. */
const TEST_LITRES = 10_000;

type Found = StepInput & {
  installedOn: string;
  meterNumber: string;
  sealNumber: string;
  openingLitres: number;
  unusual?: boolean;
  replaces?: boolean;
  unprovenReason?: string | undefined;
  latitude?: string | null | undefined;
  longitude?: string | null | undefined;
};

export async function recordInstallation(tx: Tx, actor: Actor, input: Found): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'install', input);
  if (input.installedOn > actor.today) throw fail(errors.in_future, {}, [dayProblem]);
  const meter = await reservedMeter(tx, subject.id, input.meterNumber);
  if (!meter) throw fail(errors.wrong_meter);
  refuseImpossible(meter, input);
  const before = await noted(tx, subject.id);
  // What was noted of another meter, before this one was reserved, counts no more.
  if (before?.facts.meterNumber === meter.number && !input.replaces)
    throw fail(own.installation_noted, { name: before.name });
  const unproven = await missingProof(tx, subject.id, input);
  if (unproven && !input.unprovenReason) throw fail(own.installation_unproven, { missing: unproven });
  const reason = unproven ? (input.unprovenReason ?? null) : null;
  await execute(
    tx,
    sql`insert into applications.installations
    (application_id, meter_id, installed_on, seal_number, opening_litres, latitude, longitude, installed_by,
     installed_by_name, recorded_at, unproven_reason)
    values (${subject.id}, ${subject.meterId}::uuid, ${input.installedOn}::date, ${input.sealNumber},
      ${input.openingLitres}::bigint, ${input.latitude ?? null}::numeric, ${input.longitude ?? null}::numeric,
      ${actor.userId}::uuid, ${actor.name}, ${actor.now}, ${reason}::text)
    on conflict (application_id) do update set meter_id = excluded.meter_id, installed_on = excluded.installed_on,
      seal_number = excluded.seal_number, opening_litres = excluded.opening_litres, latitude = excluded.latitude,
      longitude = excluded.longitude, installed_by = excluded.installed_by,
      installed_by_name = excluded.installed_by_name, recorded_at = excluded.recorded_at,
      unproven_reason = excluded.unproven_reason`,
  );
  return finishStep(tx, actor, subject, {
    action: 'install',
    audit: 'application.install',
    remark: input.remark,
    details: {
      ...{ meterNumber: meter.number, installedOn: input.installedOn },
      ...(before ? { replaces: true } : {}),
      ...(unproven ? { unproven, unprovenReason: reason ?? '' } : {}),
    },
    ...(before ? { was: before.facts } : {}),
    is: { sealNumber: input.sealNumber, openingLitres: String(input.openingLitres) },
  });
}

/** @property earliest it waits for a meter since then, and this meter is free since then
 *  @property lastLitres what the register showed when it was removed last; 0 for one that measured nobody yet */
type ReservedMeter = { number: string; digits: number; earliest: string; lastLitres: number };

function reservedMeter(tx: Tx, applicationId: string, number: string): Promise<ReservedMeter | undefined> {
  return first(
    tx,
    sql`select m.number, m.register_digits as digits,
        greatest(${dayOfInstant(sql`a.state_since`)}, used.removed_on) as earliest,
        coalesce(used.final_litres, 0) as "lastLitres"
      from applications.applications a join meters.meters m on m.id = a.meter_id
      left join lateral (select s.removed_on, s.final_litres from meters.assignments s
        where s.meter_id = m.id order by s.installed_on desc limit 1) used on true
      where a.id = ${applicationId} and ${isPlated(number)}`,
  );
}

function refuseImpossible({ digits, earliest, lastLitres }: ReservedMeter, input: Found): void {
  const { installedOn, openingLitres, unusual } = input;
  if (installedOn < earliest) throw fail(own.installed_too_early, { day: earliest });
  if (openingLitres >= 10 ** digits * 1000) throw fail(own.beyond_register, { digits });
  const isUsual = openingLitres >= lastLitres && openingLitres <= lastLitres + TEST_LITRES;
  if (!isUsual && !unusual) throw fail(own.unusual_opening, { last: lastLitres, opening: openingLitres });
}

/** What shows that the meter is at the plot: a photo that was added while the application waits for it, and the place. */
async function missingProof(
  tx: Tx,
  applicationId: string,
  { latitude, longitude }: Found,
): Promise<'photo' | 'place' | 'both' | undefined> {
  const { hasPhoto } = await one<{ hasPhoto: boolean }>(
    tx,
    sql`select exists (select from applications.documents d join applications.applications a on a.id = d.application_id
        where d.application_id = ${applicationId} and d.kind = 'new_meter_doc' and d.state <> 'RETURNED'
          and d.uploaded_at >= a.state_since) as "hasPhoto"`,
  );
  const hasPlace = Boolean(latitude && longitude);
  if (!hasPhoto) return hasPlace ? 'photo' : 'both';
  return hasPlace ? undefined : 'place';
}

/** What was noted before, and by whom. */
function noted(tx: Tx, applicationId: string) {
  return first<{ name: string; facts: Record<string, string> }>(
    tx,
    sql`select i.installed_by_name as name, jsonb_build_object('meterNumber', m.number, 'installedOn', i.installed_on,
        'sealNumber', i.seal_number, 'openingLitres', i.opening_litres::text) as facts
      from applications.installations i join meters.meters m on m.id = i.meter_id where i.application_id = ${applicationId}`,
  );
}

const dayProblem = { path: 'installedOn', code: errors.in_future.code };

type Ready = {
  number: string;
  consumerId: string;
  roadId: string;
  plotNumber: string;
  dmaId: string;
  category: string;
  pipeSizeMm: number;
  dwellingUnits: number;
  sewer: boolean;
  meterId: string;
  installedOn: string;
  openingLitres: number;
  sealNumber: string;
  latitude: string | null;
  longitude: string | null;
};

/** Customer and meter become one: the connection with the letter's number, the meter with its opening register. */
export async function confirmInstallation(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'confirm-installation', input);
  const ready = await one<Ready>(
    tx,
    sql`select a.customer_number as number, a.consumer_id as "consumerId", a.road_id as "roadId",
        a.plot_number as "plotNumber", a.dma_id as "dmaId", a.building ->> 'category' as category,
        s.pipe_size_mm as "pipeSizeMm", (a.building ->> 'flats')::int as "dwellingUnits",
        (a.building ->> 'sewer')::boolean as sewer, i.meter_id as "meterId", i.installed_on as "installedOn",
        i.opening_litres as "openingLitres", i.seal_number as "sealNumber",
        case when i.longitude is not null then i.latitude end::text as latitude,
        case when i.latitude is not null then i.longitude end::text as longitude
      from applications.applications a join applications.installations i on i.application_id = a.id
      join applications.surveys s on s.application_id = a.id and s.state = 'APPROVED'
      where a.id = ${subject.id}`,
  );
  const { sewer, meterId, installedOn, openingLitres, sealNumber, ...place } = ready;
  const connection = await openConnection(tx, actor, {
    ...place,
    // Null: the tariff's own share.
    sewerPercent: sewer ? null : '0',
    connectedOn: installedOn,
    applicationId: subject.id,
  });
  await installMeter(tx, actor, {
    connectionId: connection.id,
    meterId,
    installedOn,
    openingLitres,
    sealNumber,
    holder: { applicationId: subject.id },
  });
  await execute(
    tx,
    sql`update applications.installations set confirmed_at = ${actor.now}, confirmed_by = ${actor.userId}::uuid
    where application_id = ${subject.id}`,
  );
  await signPaper(tx, actor, subject.id, 'certificate');
  return finishStep(tx, actor, subject, {
    action: 'confirm-installation',
    audit: 'application.confirm-install',
    to: 'CONNECTED',
    remark: input.remark,
    details: { connectionNumber: connection.number },
    sets: [sql`connection_id = ${connection.id}::uuid`],
    message: 'connected',
  });
}

/** Another meter than the letter's: the old one goes back into stock. */
export async function changeReservedMeter(
  tx: Tx,
  actor: Actor,
  input: StepInput & { meterNumber?: string | undefined },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'change-meter', input);
  if (!input.meterNumber) throw fail(errors.meter_not_in_stock);
  await releaseMeter(tx, actor, { applicationId: subject.id });
  const meter = await reserveMeter(tx, actor, {
    meterNumber: input.meterNumber,
    holder: { applicationId: subject.id },
  });
  if (!meter) throw fail(errors.meter_not_in_stock);
  // The letter names the meter: it is another letter, of today, by who changes it.
  await signPaper(tx, actor, subject.id, 'letter');
  return finishStep(tx, actor, subject, {
    action: 'change-meter',
    audit: 'application.change-meter',
    remark: input.remark,
    details: { meterNumber: meter.number },
    sets: [sql`meter_id = ${meter.id}::uuid`, sql`letter_issued_on = ${actor.today}::date`],
  });
}
