/** The planning authority's desks: their queue, decisions and remarks (spec §7 "Planning authority"). */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
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
      sectorNumber: z.string().nullable(),
      roadNumber: z.string().nullable(),
      plotNumber: z.string(),
      submittedAt: instantSchema,
      deskRole: z.string().nullable(),
      deskSince: instantSchema.nullable(),
      deskDueAt: instantSchema.nullable(),
      overdue: z.boolean(),
      mine: z.boolean(),
      remarkCount: z.int(),
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
    z.object({ version: z.int().min(1), decision: z.literal('approve'), remark: optionalRemark }),
    z.object({
      version: z.int().min(1),
      decision: z.literal('return'),
      remark: remarkSchema,
      items: correctionItems,
    }),
    z.object({ version: z.int().min(1), decision: z.literal('reject'), remark: remarkSchema }),
  ]),
  output: stateAnswer,
  audit: ['noc.approve', 'noc.return', 'noc.reject'],
  refuses: [
    ...stepRefusals('noc-approve', 'noc-return', 'noc-reject'),
    commonErrors.stale_version,
    reviewErrors.kind_missing,
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

export const deskSchema = z.object({
  id: z.uuid(),
  roleCode: deskRole,
  name: z.string(),
  position: z.int(),
  officerId: z.uuid().nullable(),
  officerName: z.string().nullable(),
  active: z.boolean(),
  openApplications: z.int(),
});

export const listDesks = endpoint({
  service: 'main',
  method: 'GET',
  path: '/rajukApprovalDesk',
  summary: 'The desks in their order, with their load (the path is ours)',
  access: { permission: 'noc:view' },
  output: z.object({
    items: z.array(deskSchema),
    officers: z.array(z.object({ id: z.uuid(), name: z.string(), roleCode: z.string() })),
  }),
});

export const createDesk = endpoint({
  service: 'main',
  method: 'POST',
  path: '/rajukApprovalDesk/create',
  summary: "Set a role's desk up: its place in the chain, its officer, or that it is skipped",
  access: { permission: 'noc:desks' },
  body: z.object({
    roleCode: deskRole,
    name: lineSchema(80),
    position: z.int().min(1).max(20),
    officerId: z.uuid().nullish(),
    active: z.boolean().default(true),
  }),
  output: deskSchema,
  audit: 'noc.desk',
  refuses: [applicationErrors.officer_of_another_role, applicationErrors.desk_position_taken],
});
