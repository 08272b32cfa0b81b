/** Applications for a connection: what is common to every step of the pipeline (spec §7 "Applications"). */
import { z } from 'zod';
import { errors as meterErrors, meterNumberSchema } from '#domains/meters/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, type ErrorCode } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { despitePayment } from '#shared/payment-at-bank.ts';
import { lineSchema } from '#shared/text.ts';
import {
  type Action,
  type Guard,
  STATE_ACTIONS,
  STATE_NAMES,
  TRANSITIONS,
  WHILE_ON_HOLD,
} from './application.rules.ts';
import { atBankSchema, detailFields } from './detail.schema.ts';
import { errors } from './errors.ts';
import { timelinePage, timelineQuery } from './history/entry.schema.ts';
import { applicationItem } from './item.schema.ts';
import { listFilters } from './list-filters.schema.ts';

export { errors };

/** What the transition table refuses these actions with. A call that names a version also refuses an old one (refusals.ts). */
export const stepRefusals = (...actions: Action[]): ErrorCode[] => [
  commonErrors.not_found,
  errors.wrong_state,
  errors.archived,
  ...(actions.every((action) => WHILE_ON_HOLD.includes(action)) ? [] : [errors.on_hold]),
  ...new Set(
    actions.flatMap((action): readonly Guard[] => TRANSITIONS[action].guards).map((guard) => errors[guard]),
  ),
];

export const stateSchema = z.enum(STATE_NAMES);

export type ApplicationItem = z.output<typeof applicationItem>;

/** How many applications are in each state (archived ones apart), by the query that also feeds the badges. */
export const countsSchema = z.object({
  states: z.partialRecord(stateSchema, z.int()),
  /** Of who has own work only: how many of them wait for this person, in each stage of the utility. */
  waiting: z.partialRecord(stateSchema, z.int()).nullable(),
  onHold: z.int(),
  overdue: z.int(),
  archived: z.int(),
});

const OTHER_SORTS = [
  ...(['number', 'applicantName', 'sectorNumber', 'plotNumber', 'state'] as const),
  ...(['stateSince', 'dueAt', 'createdAt', 'issuedOn', 'totalMinor', 'expiresOn', 'visitOn'] as const),
] as const;
export const LIST_SORTS = ['-submittedAt', ...OTHER_SORTS] as const;

export const listApplications = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application',
  summary: 'Applications that the caller may see, with the counts of the stage tabs',
  access: { permission: 'applications:view' },
  query: paging(LIST_SORTS, listFilters),
  output: listOf(applicationItem).extend({
    counts: countsSchema,
    /** Of the applicant's demand notes; empty for staff. */
    atBank: z.array(atBankSchema),
  }),
});

export const listArchived = endpoint({
  service: 'main',
  method: 'GET',
  path: '/archived/application/list',
  summary: 'Archived applications',
  access: { permission: 'applications:view' },
  query: paging(['-archivedAt', 'submittedAt', ...OTHER_SORTS], {
    ...listFilters,
    /** AGE: the program archived it, because it was old; HAND: a person did. */
    archived: z.enum(['AGE', 'HAND']).optional(),
  }),
  output: listOf(
    applicationItem.extend({
      archivedAt: instantSchema,
      archivedBy: z.string().nullable(),
      archivedByProgram: z.boolean(),
      archiveReason: z.string().nullable(),
    }),
  ),
});

export const listApplicationsDownload = exportOf(listApplications);
export const listArchivedDownload = exportOf(listArchived);

/** One application with everything that its screen shows. */
export const applicationDetail = applicationItem.extend(detailFields);
export type ApplicationDetail = z.output<typeof applicationDetail>;

const READERS = 'applications:view or noc:view; visibleTo limits the rows';

export const getApplication = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}',
  summary: 'One application, with what the caller may do to it now',
  access: { signedIn: READERS },
  params: idParams,
  output: applicationDetail,
  refuses: [commonErrors.not_permitted],
});

export const getTimeline = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/timeline',
  summary:
    'What happened to an application, the newest first and a page at a time, with visits and what the applicant was told; consumers see the public part',
  access: { signedIn: READERS },
  query: timelineQuery,
  output: timelinePage,
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});

/** Body of every call that acts on one application: the version that the caller looked at. */
export const actOn = { applicationId: z.uuid(), version: z.int().min(1) };
export const remarkSchema = lineSchema(1000);
export const optionalRemark = z
  .string()
  .normalize('NFC')
  .trim()
  .max(1000)
  .transform((text) => text || undefined)
  .optional();

/** What acting calls answer: enough to go on with the next call. */
export const stateAnswer = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  state: stateSchema,
  version: z.int(),
});
export type StateAnswer = z.output<typeof stateAnswer>;

export const updateState = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/update/state',
  summary: 'Take one of the actions of the transition table that have no call of their own',
  access: { signedIn: 'each action names its own permission word in the transition table' },
  body: z.object({
    ...actOn,
    action: z.enum(STATE_ACTIONS),
    remark: optionalRemark,
    /** comment: also for the applicant's eyes. */
    shared: z.boolean().default(false),
    /** change-meter: the other meter. */
    meterNumber: meterNumberSchema.optional(),
    /** approve-survey: the sum of the demand note that was shown. */
    totalMinor: minorSchema.optional(),
    /** reject, withdraw, revise-survey: "Yes, although the bank has the payment": asked for by `payment_at_bank`. */
    despitePayment,
  }),
  output: stateAnswer,
  audit: [
    'application.approve-survey',
    'application.return-survey',
    'application.revise-survey',
    'application.confirm-install',
    'application.change-meter',
    'application.comment',
    'application.reject',
    'application.withdraw',
    'application.reopen',
    'application.archive',
    'application.restore',
  ],
  refuses: [
    ...stepRefusals(...STATE_ACTIONS),
    errors.remark_required,
    commonErrors.not_permitted,
    errors.nothing_to_pay,
    errors.note_changed,
    errors.note_too_large,
    errors.payment_at_bank,
    errors.meter_not_in_stock,
    meterErrors.meter_not_free,
    errors.plot_taken,
    errors.noc_number_taken,
    errors.commented_too_often,
  ],
});

const overlayBody = z.object({ ...actOn, remark: remarkSchema, until: daySchema.optional() });

export const holdApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/hold',
  summary: 'Stop the work on an application for a while; its clock stops',
  access: { signedIn: 'applications:hold, or applications:hold-own for what waits for them; the table asks' },
  body: overlayBody,
  output: stateAnswer,
  audit: 'application.hold',
  refuses: [commonErrors.not_permitted, ...stepRefusals('hold'), errors.until_past, errors.until_too_far],
});

export const suspendApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/suspend',
  summary: 'Stop the work on an application; only an administrator goes on',
  access: { permission: 'applications:suspend' },
  body: overlayBody,
  output: stateAnswer,
  audit: 'application.suspend',
  refuses: [...stepRefusals('suspend'), errors.until_past, errors.until_too_far],
});

export const resumeApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/resume',
  summary: 'Go on in the same state',
  access: { signedIn: 'applications:hold, applications:suspend or applications:hold-own; the table asks' },
  body: z.object({ ...actOn, remark: remarkSchema }),
  output: stateAnswer,
  audit: 'application.resume',
  refuses: [commonErrors.not_permitted, ...stepRefusals('resume')],
});

export const assignUser = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/assign/user',
  summary: "Give the state's work to somebody who may do it",
  access: { permission: 'applications:assign' },
  body: z.object({
    ...actOn,
    userId: z.uuid(),
    remark: optionalRemark,
    /** The day on which the plot is visited; left out, none is planned. */
    visitOn: daySchema.optional(),
  }),
  output: stateAnswer,
  audit: 'application.assign',
  refuses: [
    ...stepRefusals('assign'),
    errors.assignee_may_not,
    errors.visit_not_now,
    errors.visit_in_past,
    errors.visit_too_far,
  ],
});

export const deleteApplication = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/application/delete/{id}',
  summary: 'Delete an application for which nothing was paid; the row stays for the audit',
  access: { permission: 'applications:delete' },
  params: idParams,
  body: z.object({ remark: remarkSchema }),
  output: done,
  audit: 'application.delete',
  refuses: [...stepRefusals('delete')],
});

export const checkExpiry = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/expiry/check',
  summary: 'Until when the applicant may pay or correct',
  access: { permission: 'applications:view' },
  query: z.object({ applicationId: z.uuid() }),
  output: z.object({
    state: stateSchema,
    expiresOn: daySchema.nullable(),
    daysLeft: z.int().nullable(),
    expired: z.boolean(),
  }),
  refuses: [commonErrors.not_found],
});

export const listWorkers = endpoint({
  service: 'role',
  method: 'GET',
  path: '/task-role/{id}',
  summary: 'Roles and people who may do the work of a state, with how much each has',
  access: { permission: 'applications:assign' },
  params: z.object({ id: stateSchema }),
  output: z.object({
    permission: z.string().nullable(),
    roles: z.array(z.object({ id: z.uuid(), code: z.string(), name: z.string() })),
    users: z.array(
      z.object({ id: z.uuid(), name: z.string(), roleCode: z.string(), openApplications: z.int() }),
    ),
  }),
});
