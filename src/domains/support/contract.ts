/**
 * Support tickets (spec §7 "Support"): asked about by a consumer or noted by the office, answered in one thread, solved. Paths that the
 * specification does not name say so. The selector's /support_ticket/owners is in applications/owners.
 */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { CHANNELS, PRIORITIES, STAGE_NAMES, TICKET_ACTIONS, TICKET_STATES } from './ticket.rules.ts';

export const errors = errorCodes('support', {
  category_unknown: { status: 422, field: 'categoryId' },
  consumer_unknown: { status: 422, field: 'consumerId' },
  /** Neither a connection nor an application of the consumer. */
  option_unknown: { status: 422, field: 'applicationId' },
  /** No bill, application or work order of the consumer has this number. */
  about_unknown: { status: 422, field: 'aboutNumber' },
  wrong_state: { status: 409 },
  /** Another agent has the ticket, or nobody yet. */
  not_yours: { status: 409 },
  /** Somebody wrote since the person last looked: they read it, then send theirs again. */
  newer_message: { status: 409, field: 'text' },
  agent_unknown: { status: 422, field: 'agentId' },
  /** Opened again for the second time, it goes to another agent. */
  same_agent: { status: 409, field: 'agentId', constraint: 'tickets_other_agent' },
  reopen_too_late: { status: 409 },
  asked_too_often: { status: 409, field: 'text' },
  written_too_often: { status: 409, field: 'text' },
  remark_missing: { status: 422, field: 'remark' },
  stars_missing: { status: 422, field: 'stars' },
  /** The work order did not come from this ticket. */
  order_unknown: { status: 422, field: 'orderId' },
  /** The file was sent by somebody else, or is gone. */
  file_unknown: { status: 422, field: 'files' },
});

export const stateSchema = z.enum(TICKET_STATES);

export const ticketItem = z.object({
  id: z.uuid(),
  number: z.string(),
  subject: z.string(),
  categoryEn: z.string(),
  categoryBn: z.string(),
  state: stateSchema,
  stateSince: instantSchema,
  priority: z.enum(PRIORITIES),
  channel: z.enum(CHANNELS),
  consumerName: z.string().nullable(),
  consumerNameBn: z.string().nullable(),
  /** Of the connection or the application; null if it is about neither. */
  sectorNumber: z.string().nullable(),
  roadNumber: z.string().nullable(),
  plotNumber: z.string().nullable(),
  askedAt: instantSchema,
  lastAt: instantSchema,
  /** The last word was the utility's. */
  lastByOffice: z.boolean(),
  /** What is due next: an answer, then the solution; null: nothing. */
  dueAt: instantSchema.nullable(),
  isLate: z.boolean(),
  /** The other side has written, and the person has not looked since. */
  isUnread: z.boolean(),
  agentName: z.string().nullable(),
  reopened: z.int(),
  stars: z.int().nullable(),
  version: z.int(),
});
export type TicketItem = z.output<typeof ticketItem>;

const attachment = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
});

export const CAN = ['yes', 'no', 'not_yours', 'reopen_too_late'] as const;

export const ticketDetail = ticketItem.extend({
  categoryId: z.uuid(),
  /** For staff who see the register. */
  consumer: z.object({ id: z.uuid(), number: z.string(), phone: z.string().nullable() }).nullable(),
  connection: z.object({ id: z.uuid(), number: z.string(), isClosed: z.boolean() }).nullable(),
  application: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  invoice: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The work order that the consumer writes about. */
  aboutOrder: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** Work that the ticket led to, as far as the person sees it. */
  orders: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      state: z.string(),
      nameEn: z.string(),
      nameBn: z.string(),
      version: z.int(),
      /** It is done or closed, and could be opened again. */
      isDone: z.boolean(),
    }),
  ),
  /** The work that is usual for the category. */
  orderCategoryId: z.uuid().nullable(),
  askedBy: z.string(),
  agentId: z.uuid().nullable(),
  answerDueAt: instantSchema.nullable(),
  answeredAt: instantSchema.nullable(),
  solveDueAt: instantSchema.nullable(),
  /** Working minutes that are left while the clock is stopped. */
  minutesLeft: z.int().nullable(),
  endedAt: instantSchema.nullable(),
  starsRemark: z.string().nullable(),
  /** What an answer names, so that nobody answers past what they have not read. */
  lastMessageId: z.uuid().nullable(),
  messages: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      byOffice: z.boolean(),
      /** The person's own name for the office; empty for the other side. */
      by: z.string(),
      text: z.string(),
      attachments: z.array(attachment),
    }),
  ),
  /** Empty for who does not answer: consumers never get any. */
  notes: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      by: z.string(),
      kind: z.enum(['TEXT', 'OWNER_CHANGED']),
      text: z.string(),
      facts: z.record(z.string(), z.string()),
    }),
  ),
  timeline: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      action: z.enum(['create', 'owner-changed', ...TICKET_ACTIONS]),
      toState: stateSchema,
      side: z.enum(['OFFICE', 'CONSUMER', 'SYSTEM']),
      by: z.string(),
      agent: z.string().nullable(),
    }),
  ),
  /** Why an action is not possible: 'yes' if it is, 'no' if it is not this person's or not of this state. */
  can: z.record(z.enum(TICKET_ACTIONS), z.enum(CAN)),
});
export type TicketDetail = z.output<typeof ticketDetail>;

const view = { permission: 'support:view' } as const;

export const listTickets = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket_list',
  summary: 'Tickets, with the count of each tab',
  access: view,
  rate: 'search',
  query: paging(['-lastAt', 'askedAt', 'dueAt', 'number'], {
    stage: z.enum(STAGE_NAMES).optional(),
    state: stateSchema.optional(),
    categoryId: z.uuid().optional(),
    priority: z.enum(PRIORITIES).optional(),
    /** Of the person who asks: what they answer. */
    mine: queryFlag.optional(),
    late: queryFlag.optional(),
    /** The consumer has the last word, or nobody has answered yet. */
    unanswered: queryFlag.optional(),
    /** What the consumer selected in the header. */
    applicationId: z.uuid().optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(ticketItem).extend({ counts: z.partialRecord(z.enum(STAGE_NAMES), z.int()) }),
});
export const listTicketsDownload = exportOf(listTickets);

export const countTickets = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket/count',
  summary: 'How many tickets are in each state, and how many are late, unanswered and the own ones',
  access: view,
  rate: 'search',
  output: z.object({
    states: z.record(stateSchema, z.int()),
    late: z.int(),
    unanswered: z.int(),
    mine: z.int(),
  }),
});

export const getTicket = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket_details',
  summary: 'One ticket: thread, what it is about, what happened and what can be done',
  access: view,
  query: z.object({ ticketId: z.uuid() }),
  output: ticketDetail,
  refuses: [commonErrors.not_found],
});

export const listTicketCategories = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket_category',
  summary: 'What tickets are about, with the working hours until an answer and until it is solved',
  access: view,
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        code: z.string(),
        nameEn: z.string(),
        nameBn: z.string(),
        priority: z.enum(PRIORITIES),
        answerHours: z.int(),
        solveHours: z.int(),
        /** One that is not is only in older tickets. */
        isActive: z.boolean(),
      }),
    ),
  }),
});

export const listAgents = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket/agents',
  summary: 'People who answer tickets, with those that they have (the path is ours)',
  access: { permission: 'support:assign' },
  output: z.object({
    items: z.array(z.object({ id: z.uuid(), name: z.string(), open: z.int(), late: z.int() })),
  }),
});

export const openAttachment = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket/attachment/open',
  summary: 'A link that opens an attachment for a few minutes (the path is ours)',
  access: view,
  query: z.object({ attachmentId: z.uuid() }),
  output: z.object({ attachmentId: z.uuid(), url: z.string() }),
  refuses: [commonErrors.not_found],
});
