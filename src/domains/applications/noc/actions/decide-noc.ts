/** The current desk approves, returns or refuses. One desk is open at a time; the last approval gives the number. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { openCorrection } from '../../review/actions/ask-correction.ts';
import type { decideNoc as decideCall } from '../contract.ts';
import { openDesk } from './open-desk.ts';
import { addRemark } from './remark-noc.ts';

type Decision = z.output<(typeof decideCall)['body']> & { applicationId: string };
type DecisionOf<D extends Decision['decision']> = Extract<Decision, { decision: D }>;

export async function decideNoc(tx: Tx, actor: Actor, input: Decision): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, `noc-${input.decision}`, input);
  await addRemark(tx, actor, subject.id, {
    kind: input.decision,
    text: input.remark ?? '',
    shared: input.decision !== 'approve',
  });
  if (input.decision === 'approve') return approve(tx, actor, subject, input);
  if (input.decision === 'reject') return reject(tx, actor, subject, input);
  return openCorrection(tx, actor, subject, { ...input, action: 'noc-return', audit: 'noc.return' });
}

async function closeDesk(tx: Tx, actor: Actor, subject: Subject, state: 'APPROVED' | 'REJECTED') {
  await execute(
    tx,
    sql`update applications.noc_steps
    set state = ${state}, decided_at = ${actor.now}, decided_by_name = ${actor.name}
    where application_id = ${subject.id} and state = 'OPEN'`,
  );
}

async function approve(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  input: DecisionOf<'approve'>,
): Promise<StateAnswer> {
  await closeDesk(tx, actor, subject, 'APPROVED');
  const next = await openDesk(tx, actor, subject.id);
  const change = { action: 'noc-approve', audit: 'noc.approve', remark: input.remark } as const;
  const details = { desk: actor.role, ...(next ? { nextDesk: next.role_code } : {}) };
  if (next) return finishStep(tx, actor, subject, { ...change, details, shared: false });
  return finishStep(tx, actor, subject, {
    ...change,
    details,
    to: 'WAITING_FOR_METER_NUMBER',
    sets: stampNoc(actor),
  });
}

/** A number that came on paper before stays. Spec §9: the prefix is RAJUK/. */
function stampNoc(actor: Actor): Sql[] {
  const year = actor.today.slice(0, 4);
  return [
    sql`noc_number = coalesce(noc_number, 'RAJUK/' || ${year}::text || '/'
      || lpad(platform.take_numbers(${`noc-${year}`})::text, 6, '0'))`,
    sql`noc_date = coalesce(noc_date, ${actor.today}::date)`,
  ];
}

async function reject(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  input: DecisionOf<'reject'>,
): Promise<StateAnswer> {
  await closeDesk(tx, actor, subject, 'REJECTED');
  return finishStep(tx, actor, subject, {
    action: 'noc-reject',
    audit: 'noc.reject',
    to: 'REJECTED',
    remark: input.remark,
    details: { desk: actor.role },
    message: 'rejected',
  });
}
