/** Who was at the meter asks that it is changed, or corrects what they asked. The new meter is kept for the request. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { daysBetween } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { releaseMeter, reserveMeter } from '../../actions/reserve-meter.ts';
import { isPlated } from '../../by-number.ts';
import { errors as meterErrors } from '../../contract.ts';
import { lockWithItsMeters } from '../../readings/actions/lock-readings.ts';
import { isUnusualOpening, unusualFinal } from '../change.rules.ts';
import { type askChange as askCall, errors, type resendChange as resendCall } from '../contract.ts';
import { firstDayOfChange, lastFigure } from '../last-figure.ts';
import { beginMove, finishMove } from '../lock-change.ts';
import { addChangePapers } from './add-change-papers.ts';

type AskedChange = { id: string; number: string };

type Input = z.output<(typeof askCall)['body']>;
type Figures = Omit<Input, 'connectionId'>;
type Place = {
  status: string;
  meterId: string | null;
  meterNumber: string;
  registerDigits: number;
  lastOn: string;
  lastLitres: number;
  firstDay: string;
};
type NewMeter = { id: string; status: string; registerDigits: number; freeOn: string; lastLitres: number };

export async function askChange(
  tx: Tx,
  actor: Actor,
  { connectionId, ...input }: Input,
): Promise<AskedChange> {
  await lockWithItsMeters(tx, connectionId);
  const place = await placeOf(tx, connectionId);
  if (!place) throw fail(commonErrors.not_found);
  if (place.status === 'closed') throw fail(meterErrors.connection_closed);
  if (place.meterId === null) throw fail(meterErrors.not_installed);
  const meter = await look(tx, actor, place, input);
  const { changedOn, finalLitres, openingLitres, sealNumber, cause, reason } = input;
  const request = await one<AskedChange>(
    tx,
    sql`insert into meters.change_requests (number, connection_id, meter_id, new_meter_id, cause, reason, changed_on, final_litres,
        opening_litres, seal_number, asked_by, asked_by_name, asked_at)
      values (platform.human_number(${NUMBER_KINDS.meterChange}, platform.take_numbers('meter_change')), ${connectionId},
        ${place.meterId}, ${meter.id}, ${cause}, ${reason}, ${changedOn}, ${finalLitres}, ${openingLitres}, ${sealNumber},
        ${actor.userId}, ${actor.name}, ${actor.now})
      returning id, number`,
  );
  await keep(tx, actor, request.id, meter);
  await addChangePapers(tx, actor, request.id, input);
  await audit(tx, actor, {
    action: 'meter.ask-change',
    object: 'meter-change',
    objectId: request.id,
    after: { number: request.number, connectionId, meterId: place.meterId, ...noted(input) },
    reason,
  });
  return request;
}

type Resent = z.output<(typeof resendCall)['body']>;

export async function resendChange(tx: Tx, actor: Actor, { requestId, version, ...input }: Resent) {
  const subject = await beginMove(tx, actor, 'resend', { requestId, version });
  // The one that is kept now is free again, for the case that it is another one.
  await releaseMeter(tx, actor, { changeRequestId: subject.id });
  const place = await placeOf(tx, subject.connectionId);
  if (!place || place.status === 'closed' || place.meterId !== subject.meterId)
    throw fail(errors.change_outdated);
  const meter = await look(tx, actor, place, input);
  const { changedOn, finalLitres, openingLitres, sealNumber, cause, reason } = input;
  const answer = await finishMove(tx, subject, 'resend', [
    sql`new_meter_id = ${meter.id}`,
    sql`cause = ${cause}`,
    sql`reason = ${reason}`,
    sql`changed_on = ${changedOn}`,
    sql`final_litres = ${finalLitres}`,
    sql`opening_litres = ${openingLitres}`,
    sql`seal_number = ${sealNumber}`,
  ]);
  await keep(tx, actor, subject.id, meter);
  await addChangePapers(tx, actor, subject.id, input);
  await audit(tx, actor, {
    action: 'meter.resend-change',
    object: 'meter-change',
    objectId: subject.id,
    before: {
      ...{ changedOn: subject.changedOn, finalLitres: subject.finalLitres },
      ...{ openingLitres: subject.openingLitres, sealNumber: subject.sealNumber },
    },
    after: noted(input),
    reason,
  });
  return answer;
}

const noted = ({ meterNumber, changedOn, finalLitres, openingLitres, sealNumber, cause }: Figures) => ({
  ...{ meterNumber, changedOn, finalLitres, openingLitres, sealNumber, cause },
});

async function keep(tx: Tx, actor: Actor, changeRequestId: string, meter: NewMeter): Promise<void> {
  const kept = await reserveMeter(tx, actor, { holder: { changeRequestId }, meterId: meter.id });
  if (!kept) throw fail(errors.new_meter_not_free, { status: meter.status });
}

/** The new meter, if what was noted can be true. */
async function look(tx: Tx, actor: Actor, place: Place, input: Figures): Promise<NewMeter> {
  const meter = await newMeter(tx, input.meterNumber);
  if (!meter || meter.id === place.meterId) throw fail(errors.new_meter_unknown);
  if (meter.status !== 'IN_STOCK') throw fail(errors.new_meter_not_free, { status: meter.status });
  refuseImpossible(actor, place, meter, input);
  ask(place, meter, input);
  return meter;
}

const placeOf = (tx: Tx, connectionId: string): Promise<Place | undefined> =>
  first(
    tx,
    sql`select c.status, m.id as "meterId", m.number as "meterNumber", m.register_digits as "registerDigits", l.last_on as "lastOn",
        l.last_litres as "lastLitres", ${firstDayOfChange} as "firstDay"
      from meters.connections c left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      left join meters.meters m on m.id = a.meter_id left join ${lastFigure} on true
      where c.id = ${connectionId}`,
  );

const newMeter = (tx: Tx, number: string): Promise<NewMeter | undefined> =>
  first(
    tx,
    sql`select m.id, m.status, m.register_digits as "registerDigits", coalesce(u.removed_on, '-infinity'::date) as "freeOn",
        coalesce(u.final_litres, 0) as "lastLitres"
      from meters.meters m
      left join lateral (select s.removed_on, s.final_litres from meters.assignments s where s.meter_id = m.id
        order by s.installed_on desc limit 1) u on true
      where ${isPlated(number)} for update of m`,
  );

function refuseImpossible(actor: Actor, place: Place, meter: NewMeter, input: Figures): void {
  const { changedOn, finalLitres, openingLitres } = input;
  if (changedOn > actor.today) throw fail(errors.change_in_future);
  const [, day = ''] = [meter.freeOn, place.firstDay].toSorted();
  if (changedOn < day) throw fail(errors.change_too_early, { day });
  if (finalLitres >= capacity(place))
    throw fail(errors.final_beyond_register, { digits: place.registerDigits });
  if (openingLitres >= capacity(meter))
    throw fail(errors.opening_beyond_register, { digits: meter.registerDigits });
}

/** Litres at which a register begins again. */
const capacity = ({ registerDigits }: { registerDigits: number }): number => 10 ** registerDigits * 1000;

/** Each meter is asked about by itself: who confirms the one was not asked about the other. */
function ask(place: Place, meter: NewMeter, input: Figures): void {
  const { changedOn, finalLitres, openingLitres, finalUnusual, openingUnusual } = input;
  const days = daysBetween(place.lastOn, changedOn);
  const what = finalUnusual ? undefined : unusualFinal({ ...place, finalLitres, days });
  if (what === 'below') throw fail(errors.final_below_last, { last: place.lastLitres, final: finalLitres });
  if (what === 'high') throw fail(errors.final_high, { litres: finalLitres - place.lastLitres, days });
  if (!openingUnusual && isUnusualOpening({ ...meter, openingLitres }))
    throw fail(errors.opening_unusual, { last: meter.lastLitres, opening: openingLitres });
}
