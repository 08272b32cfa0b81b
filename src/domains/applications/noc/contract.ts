/** The planning authority's desks: their queue, decisions and remarks (spec §7 "Planning authority"). */
import { z } from 'zod';
import { daySchema, daysBetween, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { lineSchema } from '#shared/text.ts';
import {
  errors as applicationErrors,
  optionalRemark,
  remarkSchema,
  stateAnswer,
  stateSchema,
  stepRefusals,
} from '../contract.ts';
import { correctionItems, errors as reviewErrors } from '../review/contract.ts';
import { checkAnswers, checkItem, newChecks } from './checks/check.schema.ts';

/** Of handing a desk over: only staff load them. */
export const errors = errorCodes('applications', {
  desk_not_yours: { status: 409 },
  desk_without_officer: { status: 409 },
  deputy_is_officer: { status: 422, field: 'deputyId' },
  deputy_may_not: { status: 422, field: 'deputyId' },
  /** They decide at another desk of the chain. */
  deputy_has_desk: { status: 422, field: 'deputyId' },
  /** Their own desk is handed over on one of the days. params: name, until */
  deputy_away: { status: 409, field: 'deputyId' },
  /** The officer has the desk of another person on one of the days. params: name of that person, until */
  officer_is_deputy: { status: 409 },
  delegation_in_past: { status: 422, field: 'firstDay' },
  /** params: days */
  delegation_too_far: { status: 422, field: 'firstDay' },
  delegation_overlaps: { status: 409, field: 'firstDay', constraint: 'desk_delegations_overlap' },
  delegation_over: { status: 409 },
  // Of forwarding one application.
  officer_not_active: { status: 422, field: 'officerId' },
  /** Their role may not open or decide what is at a desk. */
  officer_may_not: { status: 422, field: 'officerId' },
  officer_has_it: { status: 409, field: 'officerId' },
  /** They have handed their desk over today. params: name, until */
  officer_away: { status: 409, field: 'officerId' },
  officer_decided_another: { status: 409, field: 'officerId' },
  // Of what a desk checks.
  /** The list of the desk is another one now. */
  checks_changed: { status: 409, field: 'checks' },
  /** A paper was ticked that nobody has handed in; the field is that of the check. A remark answers it. */
  check_without_paper: { status: 409, field: 'checks' },
});

/** Of a delegation, and for a decision. */
const MOST_DAYS = 60;

const deskRole = z.enum(PLANNING_ROLES as [string, ...string[]]);

export const listNoc = endpoint({
  service: 'main',
  method: 'GET',
  path: '/rajuk/application',
  summary: "The planning authority's applications: those in whose chain the caller's desk is",
  access: { permission: 'noc:view' },
  query: paging(['deskSince', '-submittedAt', 'number', 'applicantName', 'state', 'plotNumber'], {
    /**
     * mine: waiting for the caller's decision; chain: still at the authority; decided: the caller's desk has approved
     * or refused; any: all that ever were there.
     */
    desk: z.enum(['mine', 'chain', 'decided', 'any']).optional(),
    roleCode: deskRole.optional(),
    stateId: stateSchema.optional(),
    sectorId: z.uuid().optional(),
    /** The officer of the desk at which it is. */
    officerId: z.uuid().optional(),
    /** What the caller's own desk decided, or returned; of any desk for who has none. */
    decision: z.enum(['APPROVED', 'RETURNED', 'REJECTED']).optional(),
    /** It is at its desk for longer than a desk has. */
    overdue: queryFlag.optional(),
    /** All that its desk has to check is checked, and no paper is missing or returned: what many are approved by at once. */
    green: queryFlag.optional(),
    /** It is at its desk for at least so many days. */
    deskDays: z.coerce.number().int().min(1).max(3650).optional(),
  }),
  output: listOf(
    z.object({
      id: z.uuid(),
      /** RAJUK/… after the approval, null before. */
      nocNumber: z.string().nullable(),
      number: z.string(),
      state: stateSchema,
      overlay: z.enum(['HOLD', 'SUSPENDED']).nullable(),
      applicantName: z.string(),
      applicantNameBn: z.string().nullable(),
      applicantPhone: z.string(),
      sectorNumber: z.string().nullable(),
      roadNumber: z.string().nullable(),
      plotNumber: z.string(),
      submittedAt: instantSchema,
      deskRole: z.string().nullable(),
      /** The officer who has it; null if everybody of the role does. */
      deskOfficerId: z.uuid().nullable(),
      deskSince: instantSchema.nullable(),
      deskDueAt: instantSchema.nullable(),
      overdue: z.boolean(),
      mine: z.boolean(),
      /** When the utility last reminded that desk of it, and the day from which it may again. */
      remindedAt: instantSchema.nullable(),
      remindFrom: daySchema.nullable(),
      /** Of the utility; null for the authority's own people. */
      assigneeName: z.string().nullable(),
      remarkCount: z.int(),
      /** Papers of the land, by the verdict of their check; null for who does not open documents. Missing: needed and not there. */
      landAccepted: z.int().nullable(),
      landWaiting: z.int().nullable(),
      landReturned: z.int().nullable(),
      landMissing: z.int().nullable(),
      /** The desks in their order, with what each decided. */
      chain: z.array(
        z.object({
          ...{ roleCode: z.string(), state: z.enum(['WAITING', 'OPEN', 'APPROVED', 'REJECTED']) },
          ...{ decidedBy: z.string().nullable(), onBehalfOf: z.string().nullable() },
          ...{ decidedAt: instantSchema.nullable(), openedAt: instantSchema.nullable() },
        }),
      ),
      desksApproved: z.int(),
      /** Days from the one on which it was sent to the last decision, or until today. */
      authorityDays: z.int().nullable(),
      lastRemark: z.string().nullable(),
      lastRemarkBy: z.string().nullable(),
      /** What its desk has to check, and what of it is answered; null at no desk. */
      checksNeeded: z.int().nullable(),
      checksMade: z.int().nullable(),
      /** Of what is not answered: papers that nobody has handed in. */
      checksMissing: z.int().nullable(),
      green: z.boolean(),
      version: z.int(),
    }),
  ).extend({ counts: z.object({ mine: z.int(), chain: z.int(), decided: z.int() }) }),
});

export const listNocDownload = exportOf(listNoc);

export const decideNoc = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajuk/application/{id}/approval-decision',
  summary: "The current desk's decision; the last desk's approval gives the NoC its number and date",
  access: { permission: 'noc:decide' },
  params: idParams,
  body: z.discriminatedUnion('decision', [
    z.object({
      version: z.int().min(1),
      decision: z.literal('approve'),
      remark: optionalRemark,
      /** The remark is for the applicant: it is in the letter of no objection. */
      shared: z.boolean().optional(),
      checks: checkAnswers.optional(),
    }),
    z.object({
      version: z.int().min(1),
      decision: z.literal('return'),
      remark: remarkSchema,
      items: correctionItems,
      checks: checkAnswers.optional(),
    }),
    z.object({
      version: z.int().min(1),
      decision: z.literal('reject'),
      remark: remarkSchema,
      checks: checkAnswers.optional(),
    }),
  ]),
  output: stateAnswer,
  audit: ['noc.approve', 'noc.return', 'noc.reject'],
  refuses: [
    ...stepRefusals('noc-approve', 'noc-return', 'noc-reject'),
    commonErrors.stale_version,
    reviewErrors.kind_missing,
    reviewErrors.field_of_another_part,
    applicationErrors.approved_already,
    applicationErrors.checks_open,
    errors.checks_changed,
    errors.check_without_paper,
  ],
});

export const saveChecks = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajuk/application/{id}/checks',
  summary: 'Note what the desk has checked before its decision (the path is ours)',
  access: { permission: 'noc:decide' },
  params: idParams,
  body: z.object({ version: z.int().min(1), checks: checkAnswers }),
  output: stateAnswer,
  audit: 'noc.check',
  refuses: [...stepRefusals('noc-check'), errors.checks_changed, errors.check_without_paper],
});

export const forwardNoc = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajuk/application/{id}/forward',
  summary:
    "Give one application to another officer of the desk's role: by who has it or with noc:desks (the path is ours)",
  access: { permission: 'noc:view' },
  params: idParams,
  body: z.object({ version: z.int().min(1), officerId: z.uuid(), remark: remarkSchema }),
  output: stateAnswer,
  audit: 'noc.forward',
  refuses: [
    ...[
      ...stepRefusals('noc-forward'),
      commonErrors.not_permitted,
      applicationErrors.officer_of_another_role,
    ],
    ...[
      errors.officer_not_active,
      errors.officer_may_not,
      errors.officer_has_it,
      errors.officer_away,
      errors.officer_decided_another,
    ],
  ],
});

export const remarkNoc = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajuk/application/remark/{id}',
  summary: 'Leave a remark for the desks, and for the applicant if it is shared',
  access: { permission: 'noc:remark' },
  params: idParams,
  body: z.object({ remark: remarkSchema, shared: z.boolean().default(false) }),
  output: stateAnswer,
  audit: 'noc.remark',
  refuses: [...stepRefusals('noc-remark')],
});

export const remindDesk = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajuk/application/{id}/remind',
  summary: 'Remind the desk that has the application, one time in each working day (the path is ours)',
  access: { permission: 'applications:accept' },
  params: idParams,
  body: z.object({ version: z.int().min(1), remark: optionalRemark }),
  output: stateAnswer,
  audit: 'noc.remind',
  refuses: [...stepRefusals('noc-remind')],
});

const delegationSchema = z.object({
  id: z.uuid(),
  officerName: z.string(),
  deputyName: z.string(),
  firstDay: daySchema,
  lastDay: daySchema,
  /** Null for who is not of the planning authority. */
  reason: z.string().nullable(),
  /** The deputy has the desk today. */
  inForce: z.boolean(),
  /** The caller is the deputy. */
  mine: z.boolean(),
});

export const deskSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  roleCode: deskRole,
  name: z.string(),
  position: z.int(),
  officerId: z.uuid().nullable(),
  officerName: z.string().nullable(),
  /** The officer is not active any more or has another role: everybody of the desk's role decides. */
  officerGone: z.boolean(),
  /** For a decision, from the day on which an application comes to the desk. */
  workingDays: z.int(),
  active: z.boolean(),
  /** What it checks before it decides, in its order. */
  checks: z.array(checkItem.extend({ id: z.uuid() })),
  openApplications: z.int(),
  /** The caller is its officer. */
  mine: z.boolean(),
  /** Those that are not over, the next one first. */
  delegations: z.array(delegationSchema),
});

export const listDesks = endpoint({
  service: 'main',
  method: 'GET',
  path: '/rajukApprovalDesk',
  summary: 'The desks in their order, with their load (the path is ours)',
  access: { permission: 'noc:view' },
  output: z.object({
    items: z.array(deskSchema),
    officers: z.array(
      z.object({
        ...{ id: z.uuid(), name: z.string(), roleCode: z.string() },
        /** The desk of the chain at which they decide. */
        deskId: z.uuid().nullable(),
        /** How many applications they have now. */
        openApplications: z.int(),
        /** Their desk is handed over until this day. */
        awayUntil: daySchema.nullable(),
      }),
    ),
  }),
});

export const createDesk = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajukApprovalDesk/create',
  summary: "Set a role's desk up: its place in the chain, its officer, or that it is skipped",
  access: { permission: 'noc:desks' },
  body: z.object({
    /** The one that was seen; a role that has no desk yet has none. */
    version: z.int().min(1).optional(),
    roleCode: deskRole,
    name: lineSchema(80),
    position: z.int().min(1).max(20),
    officerId: z.uuid().nullish(),
    /** Left out: as before, at first one day. */
    workingDays: z.int().min(1).max(MOST_DAYS).optional(),
    active: z.boolean().default(true),
    /** Left out: as before. An item with other words is another one. */
    checks: newChecks.optional(),
  }),
  output: deskSchema,
  audit: 'noc.desk',
  refuses: [
    ...[applicationErrors.officer_of_another_role, applicationErrors.desk_position_taken],
    ...[errors.officer_is_deputy, errors.officer_may_not, commonErrors.stale_version],
  ],
});

export const delegateDesk = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajukApprovalDesk/{id}/delegate',
  summary: 'Hand a desk over to a deputy for some days: by its officer or with noc:desks (the path is ours)',
  access: { permission: 'noc:view' },
  params: idParams,
  body: z
    .object({
      version: z.int().min(1),
      deputyId: z.uuid(),
      firstDay: daySchema,
      lastDay: daySchema,
      reason: lineSchema(300),
    })
    .refine(({ firstDay, lastDay }) => lastDay >= firstDay, {
      error: 'applications.delegation_backwards',
      path: ['lastDay'],
    })
    .refine(({ firstDay, lastDay }) => daysBetween(firstDay, lastDay) < MOST_DAYS, {
      error: 'applications.delegation_too_long',
      path: ['lastDay'],
    }),
  output: deskSchema,
  audit: 'noc.delegate',
  refuses: [
    ...[commonErrors.not_found, commonErrors.stale_version, errors.desk_not_yours],
    ...[errors.desk_without_officer, errors.deputy_is_officer],
    ...[errors.deputy_may_not, errors.deputy_has_desk, errors.deputy_away, errors.officer_is_deputy],
    ...[errors.delegation_in_past, errors.delegation_too_far, errors.delegation_overlaps],
  ],
});

export const endDelegation = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajukApprovalDesk/delegation/{id}/end',
  summary: 'Give a desk back to its officer before the last day (the path is ours)',
  access: { permission: 'noc:view' },
  params: idParams,
  output: deskSchema,
  audit: 'noc.delegate-end',
  refuses: [commonErrors.not_found, errors.desk_not_yours, errors.delegation_over],
});
