/**
 * Applications whose next step is this person's: in a state in which they may do that step, not on hold, and assigned to them
 * or to nobody who could do it. A survey that is submitted waits for who approves it, not for who made it any more.
 */
import { type Actor, may } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { type Action, type State, TRANSITIONS } from '../application.rules.ts';
import { isFreeOrOwn } from './visible.ts';

const submitted = (more: Sql): Sql => sql`exists (select from applications.surveys w
  where w.application_id = a.id and w.state = 'SUBMITTED' and ${more})`;
const installed = sql`exists (select from applications.installations w
  where w.application_id = a.id and w.meter_id = a.meter_id)`;

type Step = {
  action: Action;
  state: State;
  /** Beside the state; `free`: it is the actor's own, or that of nobody who may do the step. */
  if?: (actor: Actor, free: Sql) => Sql;
};

/** The step that moves an application on from each state; its permission is in the transition table. */
const STEPS: readonly Step[] = [
  { action: 'accept', state: 'PENDING' },
  { action: 'letter', state: 'WAITING_FOR_METER_NUMBER' },
  {
    ...{ action: 'survey', state: 'READY_TO_SURVEY' },
    if: (_actor, free) => sql`${free} and not ${submitted(sql`true`)}`,
  },
  {
    ...{ action: 'approve-survey', state: 'READY_TO_SURVEY' },
    // Nobody approves the own survey; so it is no work of its surveyor, although it is assigned to them.
    if: ({ userId }, free) =>
      submitted(sql`w.surveyor_id <> ${userId}::uuid and (w.surveyor_id = a.assignee_id or ${free})`),
  },
  {
    ...{ action: 'install', state: 'READY_FOR_METER_INSTALLATION' },
    if: (_actor, free) => sql`${free} and not ${installed}`,
  },
  {
    ...{ action: 'confirm-installation', state: 'READY_FOR_METER_INSTALLATION' },
    if: (_actor, free) => sql`${free} and ${installed}`,
  },
];

/** Condition over applications.applications `a`, beside visibleTo. */
export function waitsFor(actor: Actor): Sql {
  const own = STEPS.flatMap(({ action, state, if: more }) => {
    const permission = TRANSITIONS[action].permissions.find((word) => may(actor, word));
    if (!permission) return [];
    const free = isFreeOrOwn(actor, permission);
    return [sql`(a.state = ${state} and ${more?.(actor, free) ?? free})`];
  });
  if (own.length === 0) return sql`false`;
  return sql`(a.archived_at is null and a.overlay is null and (${sql.join(own, sql` or `)}))`;
}
