/**
 * Each guard of the transition table alone, over HTTP: with one fact wrong and all others right the step is refused
 * with the guard's own code; with that fact put right, the same call succeeds.
 */
import { describe, expect, test } from 'vitest';
import { type Sql, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import {
  ACTIONS,
  type Action,
  type Guard,
  type State,
  TRANSITIONS,
  type Transition,
} from './application.rules.ts';
import { type Break, set } from './factory-guards.ts';
import { checkEach, stepBench } from './factory-steps.ts';

const app = await testApp();
const { attempt, personFor, prepared, write, people } = await stepBench(app);
const { admin, secondAdmin, owner, planner, deputy } = people;
const colleague = await app.staff('rajukSAE');
const TRANSITION: Record<Action, Transition> = TRANSITIONS;

const YESTERDAY = '2026-11-14';
const TODAY = '2026-11-15';
const ofOpenNote = (wrong: string, right: string) =>
  set(
    'money on the note',
    'demand_notes',
    sql`settled_minor = ${sql.raw(wrong)}`,
    sql`settled_minor = ${sql.raw(right)}`,
  );
const refundOf = (state: string | null) => {
  const [paid, text] = state ? [sql`1`, sql`${state}`] : [sql`0`, sql`null`];
  return sql`settled_minor = ${paid}, refundable_minor = ${paid}, refund_state = ${text}`;
};
const desks: (() => Break)[] = [
  () => ({
    name: 'the desk of another role is open',
    wrong: ({ id }) => [openedDesk(id, 'rajukSAE', 'WAITING'), openedDesk(id, 'rajukAE', 'OPEN')],
    right: ({ id }) => [openedDesk(id, 'rajukAE', 'WAITING'), openedDesk(id, 'rajukSAE', 'OPEN')],
  }),
  () => ({
    name: 'the desk has another officer',
    wrong: () => [
      sql`update applications.desks set officer_id = ${colleague.userId} where role_code = 'rajukSAE'`,
    ],
    right: () => [
      sql`update applications.desks set officer_id = ${planner.userId} where role_code = 'rajukSAE'`,
    ],
  }),
  () => ({
    name: 'the days of the deputy are over',
    wrong: () => delegatedUntil(colleague, YESTERDAY),
    right: () => [...givenBack(), ...delegatedUntil(colleague, TODAY)],
  }),
];
const delegatedUntil = (officer: Person, lastDay: string) => [
  sql`update applications.desks set officer_id = ${officer.userId} where role_code = 'rajukSAE'`,
  sql`insert into applications.desk_delegations
      (desk_id, officer_id, officer_name, deputy_id, first_day, last_day, reason, created_at, created_by)
    select d.id, ${officer.userId}, 'Officer', ${(officer === planner ? deputy : planner).userId}, '2026-11-01', ${lastDay}, 'On leave', now(),
      ${officer.userId} from applications.desks d where d.role_code = 'rajukSAE'`,
];
const givenBack = () => [
  sql`update applications.desk_delegations set ended_at = now(), ended_by = ${admin.userId} where ended_at is null`,
];
const openedDesk = (id: string, role: string, state: string) =>
  sql`update applications.noc_steps set state = ${state} where application_id = ${id} and role_code = ${role}`;

const decidedBefore = (id: string, { userId }: Person) =>
  sql`update applications.noc_steps set state = 'APPROVED', decided_by = ${userId}
    where application_id = ${id} and role_code = 'rajukAE'`;

const BREAKS: Record<Guard, readonly (() => Break)[]> = {
  documents_missing: [
    set(
      'a paper was returned',
      'documents',
      sql`state = 'RETURNED'`,
      sql`state = 'SUBMITTED'`,
      sql`kind = 'signature'`,
    ),
    set(
      'a paper is absent',
      'documents',
      sql`kind = 'deed_paper'`,
      sql`kind = 'signature'`,
      sql`kind in ('signature', 'deed_paper')`,
    ),
  ],
  documents_returned: [
    set(
      'a paper was returned',
      'documents',
      sql`state = 'RETURNED'`,
      sql`state = 'SUBMITTED'`,
      sql`kind = 'signature'`,
    ),
  ],
  documents_unchecked: [
    () => ({
      name: 'one paper was not looked at, and the setting asks for each',
      wrong: ({ id }) => [
        checkEach(true),
        sql`update applications.documents set state = case kind when 'signature' then 'SUBMITTED' else 'ACCEPTED' end
          where application_id = ${id}`,
      ],
      right: ({ id }) => [
        sql`update applications.documents set state = 'ACCEPTED' where application_id = ${id}`,
      ],
    }),
  ],
  noc_not_valid: [
    set('no number', 'applications', sql`noc_number = null`, sql`noc_number = 'X/' || number`),
    set(
      'no scan',
      'applications',
      sql`noc_document_id = null`,
      sql`noc_document_id =
      (select d.id from applications.documents d where d.application_id = applications.id limit 1)`,
    ),
    set(
      'over',
      'applications',
      sql`noc_valid_until = ${YESTERDAY}::date`,
      sql`noc_valid_until = ${TODAY}::date`,
    ),
  ],
  noc_over: [
    set(
      'over since yesterday',
      'applications',
      sql`noc_valid_until = ${YESTERDAY}::date`,
      sql`noc_valid_until = ${TODAY}::date`,
    ),
  ],
  noc_in_force: [
    set(
      'until today',
      'applications',
      sql`noc_valid_until = ${TODAY}::date`,
      sql`noc_valid_until = ${YESTERDAY}::date`,
    ),
  ],
  not_in_chain: [
    set(
      'own desk not in the chain',
      'noc_steps',
      sql`role_code = 'nobody'`,
      sql`role_code = 'rajukSAE'`,
      sql`position = 1`,
    ),
  ],
  reminded_already: [
    set(
      'reminded today',
      'noc_steps',
      sql`reminded_at = '2026-11-15', remind_from = '2026-11-16'`,
      sql`reminded_at = '2026-11-14', remind_from = '2026-11-15'`,
      sql`state = 'OPEN'`,
    ),
  ],
  desk_handed_over: [
    () => ({
      name: 'a deputy has the desk until today',
      wrong: () => delegatedUntil(planner, TODAY),
      right: () => [...givenBack(), ...delegatedUntil(planner, YESTERDAY)],
    }),
  ],
  decided_another_desk: [
    () => ({
      name: 'they approved at the desk of another role',
      wrong: ({ id }) => [decidedBefore(id, planner)],
      right: ({ id }) => [decidedBefore(id, deputy)],
    }),
  ],
  not_your_desk: desks,
  forward_not_yours: desks,
  desk_of_another: [
    ...desks,
    () => ({
      name: 'not at the authority',
      wrong: ({ id }) => [
        sql`update applications.applications set state = 'READY_TO_SURVEY' where id = ${id}`,
      ],
      right: ({ id }) => [
        sql`update applications.applications set state = 'WAITING_FOR_REVIEW' where id = ${id}`,
      ],
    }),
  ],
  submitted_already: [() => ({ name: 'the applicant after submitting', wrongPerson: owner })],
  items_not_corrected: [
    () => ({
      name: 'an item is open',
      wrong: ({ id }) => [corrected(id, sql`null`)],
      right: ({ id }) => [corrected(id, sql`now()`)],
    }),
  ],
  not_assigned_to_you: [
    set(
      'assigned to another',
      'applications',
      sql`assignee_id = ${secondAdmin.userId}`,
      sql`assignee_id = ${admin.userId}`,
    ),
  ],
  survey_submitted_already: [
    () => ({
      name: 'submitted',
      wrong: ({ id }) => [
        sql`insert into applications.surveys (application_id, version_no, surveyor_id, state)
          values (${id}, 1, ${admin.userId}, 'SUBMITTED')`,
      ],
      right: ({ id }) => [sql`update applications.surveys set state = 'DRAFT' where application_id = ${id}`],
    }),
  ],
  survey_not_submitted: [set('still a draft', 'surveys', sql`state = 'DRAFT'`, sql`state = 'SUBMITTED'`)],
  own_survey: [
    set(
      'their own survey',
      'surveys',
      sql`surveyor_id = ${secondAdmin.userId}`,
      sql`surveyor_id = ${admin.userId}`,
    ),
  ],
  own_installation: [
    () => ({
      name: 'their own installation',
      wrong: ({ id }) => [notedBy(id, secondAdmin)],
      right: ({ id }) => [notedBy(id, admin)],
    }),
  ],
  paid_already: [
    () => ({
      name: 'money on a note',
      wrong: ({ id }) => [
        sql`update applications.demand_notes set settled_minor = 1,
          refundable_minor = case when cancelled_at is null then 0 else 1 end,
          refund_state = case when cancelled_at is null then null else 'REFUSED' end
          where application_id = ${id}`,
      ],
      right: ({ id }) => [
        sql`update applications.demand_notes set settled_minor = 0, refundable_minor = 0, refund_state = null
          where application_id = ${id}`,
      ],
    }),
  ],
  nothing_paid: [ofOpenNote('0', 'total_minor')],
  installed_already: [theMeterIsIn],
  meter_installed: [theMeterIsIn],
  refund_asked: ['REQUESTED', 'REFUSED'].map((state) =>
    set(`a refund is ${state}`, 'demand_notes', refundOf(state), refundOf(null)),
  ),
  refund_open: ['REQUESTED', 'APPROVED'].map((state) =>
    set(`a refund is ${state}`, 'demand_notes', refundOf(state), refundOf('PAID_OUT')),
  ),
  no_refund: [
    set(
      'no refund on the note',
      'demand_notes',
      refundOf(null),
      sql`settled_minor = total_minor, refundable_minor = total_minor, refund_state = 'REQUESTED'`,
    ),
  ],
  note_expired: [
    set(
      'the last day is over',
      'applications',
      sql`expires_on = ${YESTERDAY}::date`,
      sql`expires_on = ${TODAY}::date`,
    ),
    set('no last day', 'applications', sql`expires_on = null`, sql`expires_on = ${TODAY}::date`),
  ],
  meter_not_reserved: [
    () => ({
      name: 'another one has it',
      wrong: ({ meterNumber }) => [
        sql`update meters.meters set reserved_for = uuidv7() where number = ${meterNumber}`,
      ],
      right: ({ id, meterNumber }) => [
        sql`update meters.meters set reserved_for = ${id} where number = ${meterNumber}`,
      ],
    }),
  ],
  not_installed_yet: [
    () => ({
      name: 'another meter was noted',
      wrong: ({ id }) => [
        sql`with m as (insert into meters.meters (number) values (${`X-${id}`}) returning id)
          update applications.installations set meter_id = m.id from m where application_id = ${id}`,
      ],
      right: ({ id }) => [
        sql`update applications.installations i set meter_id = a.meter_id
          from applications.applications a where a.id = i.application_id and a.id = ${id}`,
      ],
    }),
  ],
  not_on_hold: [
    set(
      'not on hold',
      'applications',
      sql`overlay = null, overlay_reason = null`,
      sql`overlay = 'HOLD', overlay_reason = 'x'`,
    ),
    set('suspended', 'applications', sql`overlay = 'SUSPENDED'`, sql`overlay = 'HOLD'`),
  ],
  hold_not_yours: [() => ({ name: 'it waits for another', wrongPerson: people.worker })],
  hold_of_another: [() => ({ name: 'the office holds it', wrongPerson: people.worker })],
  not_over_yet: [
    set(
      'the last day is today',
      'applications',
      sql`expires_on = ${TODAY}::date`,
      sql`expires_on = ${YESTERDAY}::date`,
    ),
    set('no last day', 'applications', sql`expires_on = null`, sql`expires_on = ${YESTERDAY}::date`),
  ],
  days_left: [
    () => ({
      name: 'its last day is today',
      wrong: ({ id }) => [waits(id, sql`${TODAY}::date`)],
      right: ({ id }) => [waits(id, sql`${YESTERDAY}::date`)],
    }),
    () => ({
      name: 'it has no last day',
      wrong: ({ id }) => [waits(id, sql`null`)],
      right: ({ id }) => [waits(id, sql`${YESTERDAY}::date`)],
    }),
  ],
  reopen_too_late: [
    set(
      '91 days',
      'applications',
      sql`closed_on = ${TODAY}::date - 91`,
      sql`closed_on = ${TODAY}::date - 90`,
    ),
    set('closed on no day', 'applications', sql`closed_on = null`, sql`closed_on = ${TODAY}::date - 90`),
  ],
};

/** As if it waited for its payment. */
const waits = (id: string, lastDay: Sql) =>
  sql`update applications.applications set state = 'READY_TO_PAY', closed_on = null, closed_state = null, expires_on = ${lastDay}
    where id = ${id}`;
const corrected = (id: string, at: Sql) =>
  sql`update applications.recorrection_items i set corrected_at = ${at} from applications.recorrections r
    where r.id = i.recorrection_id and r.application_id = ${id}`;
const notedBy = (id: string, { userId }: Person) => sql`insert into applications.installations
    (application_id, meter_id, installed_on, seal_number, opening_litres, installed_by, installed_by_name, recorded_at)
  select id, meter_id, ${TODAY}, 'S', 0, ${userId}, 'test', now() from applications.applications where id = ${id}
  on conflict (application_id) do update set installed_by = excluded.installed_by`;

function theMeterIsIn(): Break {
  return {
    name: 'the meter is in',
    wrong: ({ id }) => [
      sql`insert into applications.installations
            (application_id, meter_id, installed_on, seal_number, opening_litres, installed_by_name, recorded_at)
          select id, meter_id, ${TODAY}, 'S', 0, 'test', now() from applications.applications where id = ${id}`,
    ],
    right: ({ id }) => [sql`delete from applications.installations where application_id = ${id}`],
  };
}

/** States in which the first of the table does not have what the guard asks about. */
function stateFor(action: Action, guard: Guard): State | undefined {
  if (guard === 'refund_asked') return 'EXPIRED';
  if (guard === 'days_left') return 'READY_TO_PAY';
  if (guard === 'noc_in_force') return 'WAITING_FOR_METER_NUMBER';
  if (guard === 'refund_open' || guard === 'paid_already' || guard === 'submitted_already') {
    if (action === 'archive') return 'EXPIRED';
    if (action === 'delete' || action === 'edit') return guard === 'paid_already' ? 'EXPIRED' : 'PENDING';
  }
  return undefined;
}

const pairs = ACTIONS.flatMap((action) =>
  TRANSITION[action].guards.flatMap((guard) =>
    BREAKS[guard].map((broken) => ({ action, guard, broken: broken() })),
  ),
).map((pair) => [`${pair.action}, ${pair.guard}: ${pair.broken.name}`, pair] as const);

describe('one guard broken, all else right', () => {
  test.each(pairs)('%s', async (_name, { action, guard, broken }) => {
    const made = await prepared(action, stateFor(action, guard));
    const as = personFor(action);
    if ('wrong' in broken) await write(...broken.wrong(made));
    const refused = await attempt(action, made, 'wrongPerson' in broken ? broken.wrongPerson : as);
    if ('right' in broken) await write(...broken.right(made));
    expect([refused, await attempt(action, made, as)]).toEqual([`applications.${guard}`, undefined]);
  });

  test('every guard of the rules is in a transition', () => {
    expect(new Set(pairs.map(([, { guard }]) => guard))).toEqual(new Set(Object.keys(BREAKS)));
  });
});
