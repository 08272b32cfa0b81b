/** What becomes of a request to change a meter: the change itself, or the new meter is in stock again. */
import type { z } from 'zod';
import { account } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { changeMeter } from '../../actions/change-meter.ts';
import { releaseMeter } from '../../actions/reserve-meter.ts';
import { CHANGE_TRANSITIONS, type ChangeMove } from '../change.rules.ts';
import { type endChange as endCall, errors } from '../contract.ts';
import { firstDayOfChange } from '../last-figure.ts';
import { beginMove, type ChangeStep, finishMove, type Subject } from '../lock-change.ts';
import { tellHousehold } from './tell-household.ts';

const decidedBy = (actor: Actor) => [
  sql`decided_by = ${actor.userId}`,
  sql`decided_by_name = ${actor.name}`,
  sql`decided_at = ${actor.now}`,
];

export async function acceptChange(tx: Tx, actor: Actor, step: ChangeStep) {
  const subject = await beginMove(tx, actor, 'accept', step);
  if (!(await isStillTrue(tx, subject))) throw fail(errors.change_outdated);
  const { connectionId, changedOn, finalLitres, newMeterId, openingLitres, sealNumber, reason } = subject;
  const { placeId } = await changeMeter(tx, actor, {
    ...{ connectionId, changedOn, finalLitres, newMeterId, openingLitres, sealNumber, reason },
    changeRequestId: subject.id,
  });
  const answer = await finishMove(tx, subject, 'accept', decidedBy(actor));
  await tellHousehold(tx, actor, 'changed', placeId);
  await audit(tx, actor, {
    action: 'meter.accept-change',
    object: 'meter-change',
    objectId: subject.id,
    before: { state: subject.state, meterId: subject.meterId },
    after: { state: answer.state, meterId: newMeterId, changedOn, finalLitres, openingLitres, sealNumber },
  });
  return answer;
}

/** The old meter is still there, and nobody has read the connection on the day of the change or later. */
async function isStillTrue(tx: Tx, subject: Subject): Promise<boolean> {
  const place = await first(
    tx,
    sql`select from meters.assignments a join meters.connections c on c.id = a.connection_id and c.status <> 'closed'
      where a.connection_id = ${subject.connectionId} and a.meter_id = ${subject.meterId} and a.removed_on is null
        and ${firstDayOfChange} <= ${subject.changedOn}::date`,
  );
  return place !== undefined;
}

type End = z.output<(typeof endCall)['body']>;

export async function endChange(tx: Tx, actor: Actor, { move, remark, ...step }: End) {
  const subject = await beginMove(tx, actor, move, step);
  if (CHANGE_TRANSITIONS[move].remark && !remark) throw fail(errors.change_remark);
  // Sent back, it is still wanted: its meter stays with it.
  if (move !== 'return') await releaseMeter(tx, actor, { changeRequestId: subject.id });
  const answer = await finishMove(tx, subject, move, [...decidedBy(actor), sql`remark = ${remark ?? null}`]);
  if (move !== 'withdraw') await tellAsker(tx, actor, subject, move);
  await audit(tx, actor, {
    action: ENDS[move],
    object: 'meter-change',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
    reason: remark,
  });
  return answer;
}

const TOLD = { refuse: 'meters.change_refused', return: 'meters.change_returned' } as const;

async function tellAsker(tx: Tx, actor: Actor, subject: Subject, move: keyof typeof TOLD): Promise<void> {
  const { number } = await one<{ number: string }>(
    tx,
    sql`select number from meters.connections where id = ${subject.connectionId}`,
  );
  await notify(tx, actor, account(subject.askedById), {
    ...{ kind: TOLD[move], occasion: `${subject.id}:${subject.version}` },
    ...{ path: `/pending-meter-list?page=1&search=${number}`, params: { number } },
  });
}

const ENDS = {
  refuse: 'meter.refuse-change',
  return: 'meter.return-change',
  withdraw: 'meter.withdraw-change',
} as const satisfies Partial<Record<ChangeMove, string>>;
