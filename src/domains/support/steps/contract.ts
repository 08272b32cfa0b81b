/** What changes a ticket: written, assigned, answered, asked about, sent to the field, solved, rated, opened again. */
import { z } from 'zod';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { lineSchema, optionalLineSchema } from '#shared/text.ts';
import { errors, stateSchema } from '../contract.ts';
import { MOST_FILES, OFFICE_CHANNELS, PRIORITIES, STEP_STATES } from '../ticket.rules.ts';

const blank = z.literal('').transform(() => null);
const optionalId = z.union([blank, z.null(), z.uuid()]).default(null);
const optionalLine = (max: number) => z.union([blank, z.null(), lineSchema(max)]).default(null);
const text = lineSchema(5000);
const remark = lineSchema(1000);
/** Own uploads (/file-upload) that no record names yet. */
const files = z
  .array(z.uuid())
  .max(MOST_FILES)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'common.repeated' })
  .default([]);

export const createTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support/ticket/create',
  summary: 'Write a ticket; the office notes one for a consumer who came or called',
  access: { permission: 'support:create' },
  rate: 'login',
  body: z.object({
    categoryId: z.uuid(),
    subject: lineSchema(150),
    text,
    /** An option of the header's selector: a connection or an application of the consumer. */
    applicationId: optionalId,
    /** Number of a bill, an application or a work order of the consumer. */
    aboutNumber: optionalLine(20),
    files,
    /** The office only: whose ticket it is, how it came in, and how urgent it is. */
    consumerId: optionalId,
    channel: z.enum(OFFICE_CHANNELS).default('COUNTER'),
    priority: z.union([blank, z.null(), z.enum(PRIORITIES)]).default(null),
  }),
  output: z.object({ id: z.uuid(), number: z.string() }),
  audit: 'ticket.create',
  refuses: [
    errors.category_unknown,
    errors.consumer_unknown,
    errors.option_unknown,
    errors.about_unknown,
    errors.file_unknown,
    errors.asked_too_often,
  ],
});

const answer = z.object({ id: z.uuid(), state: stateSchema, version: z.int() });
export type StepAnswer = z.output<typeof answer>;
const refusesStep = [commonErrors.not_found, errors.wrong_state];
const act = { ticketId: z.uuid(), version: z.int() };

export const replyToTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support/ticket/replies/create',
  summary: 'Write to the other side; staff may ask, and then the clock waits for the consumer',
  access: { permission: 'support:view' },
  body: z.object({
    ticketId: z.uuid(),
    text,
    /** The last message that the person has read. A newer one is refused, so that nobody answers past it. */
    seenUpTo: z.uuid(),
    files,
    /** It is a question that has to be answered. */
    waits: z.boolean().default(false),
  }),
  output: answer.extend({ messageId: z.uuid() }),
  audit: ['ticket.reply', 'ticket.ask', 'ticket.answer'],
  refuses: [
    ...refusesStep,
    errors.not_yours,
    errors.newer_message,
    errors.file_unknown,
    errors.written_too_often,
  ],
});

export const noteInTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support/ticket/notes/create',
  summary: 'Write a note that only the office reads (the path is ours)',
  access: { permission: 'support:view' },
  body: z.object({ ticketId: z.uuid(), text }),
  output: answer.extend({ noteId: z.uuid() }),
  audit: 'ticket.note',
  refuses: [commonErrors.not_found],
});

export const assignTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support_ticket/assign',
  summary: 'Give a ticket to somebody who answers it (the path is ours)',
  access: { permission: 'support:assign' },
  body: z.object({ ...act, agentId: z.uuid() }),
  output: answer,
  audit: 'ticket.assign',
  refuses: [...refusesStep, errors.agent_unknown, errors.same_agent],
});

export const takeTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support_ticket/take',
  summary: 'Take a ticket that nobody has (the path is ours)',
  access: { permission: 'support:answer' },
  body: z.object(act),
  output: answer,
  audit: 'ticket.take',
  refuses: [...refusesStep, errors.same_agent],
});

export const updateTicketStatus = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/support_ticket/update/status',
  summary: 'Start, resolve, reject, rate or open a ticket again',
  access: { permission: 'support:view' },
  query: z.object({ ticketId: z.uuid(), status: z.enum(STEP_STATES) }),
  body: z.object({
    version: z.int(),
    /** What the other side reads: needed by all but the start and the rating. */
    remark: optionalLineSchema(1000),
    /** Of a rating. */
    stars: z.int().min(1).max(5).optional(),
  }),
  output: answer,
  audit: ['ticket.start', 'ticket.resolve', 'ticket.reject', 'ticket.rate', 'ticket.reopen'],
  refuses: [
    ...refusesStep,
    errors.not_yours,
    errors.reopen_too_late,
    errors.remark_missing,
    errors.stars_missing,
  ],
});

export const orderFromTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support_ticket/work_order/create',
  summary:
    "Ask for work at the ticket's connection, at another one or at a plot of a road (the path is ours)",
  access: { permission: 'support:view' },
  body: z.object({
    ...act,
    categoryId: z.uuid(),
    description: lineSchema(2000),
    priority: z.union([blank, z.null(), z.enum(PRIORITIES)]).default(null),
    connectionNumber: optionalLine(30),
    roadId: optionalId,
    plotNumber: optionalLine(40),
    anyway: z.boolean().default(false),
  }),
  output: answer.extend({ orderId: z.uuid(), orderNumber: z.string() }),
  audit: ['ticket.order', 'work-order.create'],
  refuses: [
    ...refusesStep,
    errors.not_yours,
    orderErrors.connection_unknown,
    orderErrors.connection_closed,
    orderErrors.place_missing,
    orderErrors.category_unknown,
    orderErrors.similar_open,
  ],
});

export const reopenOrderOfTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support_ticket/work_order/reopen',
  summary: 'The finished work of a ticket is to be done again (the path is ours)',
  access: { permission: 'support:view' },
  body: z.object({ ...act, orderId: z.uuid(), orderVersion: z.int(), remark }),
  output: answer,
  audit: ['ticket.order', 'work-order.reopen'],
  refuses: [
    ...refusesStep,
    errors.not_yours,
    errors.order_unknown,
    orderErrors.wrong_state,
    orderErrors.reopen_too_late,
  ],
});

export const seeTicket = endpoint({
  service: 'main',
  method: 'POST',
  path: '/support/ticket/seen',
  summary: 'The person has read the thread (the path is ours)',
  access: { permission: 'support:view' },
  body: z.object({ ticketId: z.uuid() }),
  output: done,
  audit: { none: 'changes no fact but what the person has seen' },
  refuses: [commonErrors.not_found],
});
