/**
 * Applications whose next step is this person's: in a state in which they may do that step, not on hold, and assigned to them
 * or to nobody who could do it. A survey that is submitted waits for who approves it, not for who made it any more.
 */
import { type Actor, may } from '#platform/actor.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import {
  type Action,
  CLOSED_STATES,
  type Facts,
  STATES,
  type State,
  TRANSITIONS,
} from '../application.rules.ts';
import type { Subject } from './load-facts.ts';
import { hasWorker, isFreeOrOwn, isWorker } from './visible.ts';

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
    // Nobody approves their own survey; so it is no work of its surveyor, although it is assigned to them.
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

/** The stages that have a list of the utility: of each, who has own work only reads what waits for their hand, 0 if they have no step there. */
export const STAGES_OF_WORK: readonly State[] = [
  ...(['PENDING', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
  ...(['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'] as const),
];

/** Has own work only, not everybody's: these people's numbers are what waits for their hand. */
export const hasOwnWorkOnly = (actor: Actor): boolean =>
  actor.kind === 'staff' && may(actor, 'applications:view') && !may(actor, 'applications:view-all');

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

type Looked = {
  /** The assignee may do that work. */
  mayDo: (work: Permission) => Sql;
  submitted: Sql;
  bySelf: Sql;
  installed: Sql;
};

/** The assignee of `a` is who does its next step; in the open states that are not named here the assignee follows it up. */
const inHand = ({
  mayDo,
  submitted,
  bySelf,
  installed,
}: Looked): Sql => sql`(a.assignee_id is not null and case a.state
  when 'PENDING' then ${mayDo('applications:accept')}
  when 'WAITING_FOR_METER_NUMBER' then ${mayDo('applications:letter')}
  when 'READY_TO_SURVEY' then case when ${submitted} then ${mayDo('applications:approve-survey')} and not ${bySelf}
    else ${mayDo('applications:survey')} end
  when 'READY_TO_PAY' then false
  when 'READY_FOR_METER_INSTALLATION' then case when ${installed} then ${mayDo('applications:confirm-install')}
    else ${mayDo('applications:install')} end
  else a.state <> all(${CLOSED_STATES}::text[]) end)`;

/**
 * Condition over applications.applications `a`: somebody has it now. Who did the step before stays written at an application,
 * and does not keep it from those who do the next one: for lists it is then nobody's.
 */
export const isInHand: Sql = inHand({
  ...{ mayDo: hasWorker, submitted: submitted(sql`true`), installed },
  bySelf: submitted(sql`w.surveyor_id = a.assignee_id`),
});
/** The same for the rows of a page, with their assignee as `person`, their `survey` and what is `installed`. */
export const isRowInHand: Sql = inHand({
  ...{ mayDo: isWorker, submitted: sql`coalesce(survey.state = 'SUBMITTED', false)` },
  bySelf: sql`coalesce(survey.surveyor_id = a.assignee_id, false)`,
  installed: sql`coalesce(installed.meter_id = a.meter_id, false)`,
});

type Next = 'survey' | 'approve-survey' | 'install' | 'confirm-installation';

/** Two steps of two people are done in one state: which of them is next. */
function stepOf(facts: Facts): Next | null {
  if (facts.state === 'READY_TO_SURVEY')
    return facts.surveyState === 'SUBMITTED' ? 'approve-survey' : 'survey';
  if (facts.state !== 'READY_FOR_METER_INSTALLATION') return null;
  return facts.installationRecorded ? 'confirm-installation' : 'install';
}

/**
 * What an application waits for, and of whom. Its assignee may be who did the step before: that name is told only if this
 * person may do the next one too, and never for the approval of their own survey.
 */
export async function nextOf(
  db: Db | Tx,
  facts: Subject,
): Promise<{ step: Next | null; person: string | null }> {
  const step = stepOf(facts);
  const work = step ? TRANSITIONS[step].permissions[0] : STATES[facts.state].work;
  const isOwnSurvey = step === 'approve-survey' && facts.surveyorId === facts.assigneeId;
  if (!work || isOwnSurvey) return { step, person: null };
  const { person } = await one<{ person: string | null }>(
    db,
    sql`select (select p.name from identity.users p where p.id = a.assignee_id and ${hasWorker(work)}) as person
      from applications.applications a where a.id = ${facts.id}`,
  );
  return { step, person };
}
