/** What changes a work order: asked for, reviewed, estimated, assigned, done, verified or ended. */
import { z } from 'zod';
import { plotSchema } from '#domains/settings/plot-numbers.rules.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { despitePayment } from '#shared/payment-at-bank.ts';
import { phoneSchema } from '#shared/phone.ts';
import { lineSchema } from '#shared/text.ts';
import { BASE, errors, photoSchema, stateSchema } from '../contract.ts';
import { UNUSUAL } from '../unusual.rules.ts';
import { MOMENTS, MOST_MEMBERS, PRIORITIES } from '../work-order.rules.ts';
import { blank, labourMinor, materials, moment, optional, remark, text } from './fields.ts';

const wanted = {
  categoryId: z.uuid(),
  description: text,
  priority: z.union([blank, z.null(), z.enum(PRIORITIES)]).default(null),
  phone: phoneSchema.optional(),
  /** Who called the office, if it is not the consumer of the connection. */
  contactName: lineSchema(120).optional(),
};

export const createOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/create`,
  summary: 'Ask for work at a connection, or at a plot of a road; a household at its own connection',
  access: { permission: 'work-orders:create' },
  rate: 'login',
  body: z.object({
    ...wanted,
    connectionNumber: optional(30),
    roadId: z.union([blank, z.null(), z.uuid()]).default(null),
    plotNumber: z.union([blank, z.null(), plotSchema(40)]).default(null),
    /** The reading that somebody is sent for, of that connection; the office only. */
    readingId: z.uuid().optional(),
    /** "Yes, it is something else": asked for by `similar_open`. */
    anyway: z.boolean().default(false),
  }),
  output: z.object({ id: z.uuid(), number: z.string() }),
  audit: 'work-order.create',
  refuses: [
    errors.connection_unknown,
    errors.connection_closed,
    errors.place_missing,
    errors.category_unknown,
    errors.reading_unknown,
    errors.similar_open,
    errors.asked_too_often,
  ],
});

export const act = { orderId: z.uuid(), version: z.int() };
export const answer = z.object({ id: z.uuid(), state: stateSchema, version: z.int() });
export type StepAnswer = z.output<typeof answer>;
export const refusesStep = [commonErrors.not_found, errors.wrong_state];
/** Of what takes the charge away, or may. */
const chargeTaken = [errors.paid_already, errors.payment_at_bank];

export const updateOrder = endpoint({
  service: 'main',
  method: 'PUT',
  path: `${BASE}/update`,
  summary: 'Correct the category, the priority, the description and the phone of a work order',
  access: { permission: 'work-orders:review' },
  body: z.object({ ...act, ...wanted, despitePayment }),
  output: answer,
  audit: 'work-order.edit',
  refuses: [
    ...refusesStep,
    errors.category_unknown,
    errors.category_of_case,
    errors.charge_needed,
    errors.payer_missing,
    ...chargeTaken,
  ],
});

export const addPhoto = endpoint({
  service: 'main',
  method: 'PUT',
  path: `${BASE}/photo`,
  summary:
    'Add a photo (multipart field `file`): of the request, before the work or after it (the path is ours)',
  access: { permission: 'work-orders:view' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ orderId: z.uuid(), moment: z.enum(MOMENTS) }),
  /** With the version of the order, which a photo raises too. */
  output: photoSchema.extend({ version: z.int() }),
  audit: 'work-order.photo',
  refuses: [...refusesStep, errors.not_yours, errors.file_missing, errors.photo_of_after, errors.photos_full],
});

export const takeOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/take`,
  summary: 'Take a request for review (the path is ours)',
  access: { permission: 'work-orders:review' },
  body: z.object(act),
  output: answer,
  audit: 'work-order.take',
  refuses: refusesStep,
});

export const estimateOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/estimate`,
  summary: 'What the work will take, and whether who asked pays for it (the path is ours)',
  access: { permission: 'work-orders:review' },
  /** unusual: "Yes, it is so much": asked for by `unusual_estimate` and `unusual_quantity`. */
  body: z.object({
    ...{ ...act, labourMinor, charged: z.boolean().default(false), materials },
    unusual: z.boolean().default(false),
    despitePayment,
  }),
  output: answer.extend({ estimateMinor: minorSchema }),
  audit: 'work-order.estimate',
  refuses: [
    ...refusesStep,
    ...chargeTaken,
    errors.unknown_material,
    errors.whole_pieces,
    errors.no_rate,
    errors.charge_needed,
    errors.fee_of_rules,
    errors.changed_hands,
    errors.payer_missing,
    errors.cost_too_high,
    errors.labour_absurd,
    errors.unusual_estimate,
    errors.unusual_quantity,
  ],
});

export const waiveCharge = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/waive`,
  summary: 'Who asked need not pay, with the reason (the path is ours)',
  access: { permission: 'work-orders:waive' },
  body: z.object({ ...act, reason: remark, despitePayment }),
  output: answer,
  audit: 'work-order.waive',
  refuses: [...refusesStep, ...chargeTaken, errors.nothing_to_waive],
});

export const acceptOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/accept`,
  summary: 'The work is to be done (the path is ours)',
  access: { permission: 'work-orders:review' },
  body: z.object(act),
  output: answer,
  audit: 'work-order.accept',
  refuses: [...refusesStep, errors.not_paid, errors.estimate_missing, errors.charge_needed],
});

const endsCharge = { ...act, remark, despitePayment };

const ending = (
  path: 'return' | 'reject' | 'cancel' | 'reopen' | 'unassign',
  how: { summary: string; permission: 'work-orders:review' | 'work-orders:assign' },
) =>
  ({
    service: 'main',
    method: 'POST',
    path: `${BASE}/${path}`,
    summary: `${how.summary} (the path is ours)`,
    access: { permission: how.permission },
    body: z.object({ ...act, remark }),
    output: answer,
    audit: `work-order.${path}`,
  }) as const;

export const returnOrder = endpoint({
  ...ending('return', { summary: 'Give the request back to the list', permission: 'work-orders:review' }),
  body: z.object(endsCharge),
  refuses: [...refusesStep, ...chargeTaken],
});

export const rejectOrder = endpoint({
  ...ending('reject', { summary: 'The work is not done, with the reason', permission: 'work-orders:review' }),
  body: z.object(endsCharge),
  refuses: [...refusesStep, ...chargeTaken],
});

export const assignOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/assign`,
  summary: 'Give the work to a crew: who leads it, and the others (the path is ours)',
  access: { permission: 'work-orders:assign' },
  body: z
    .object({
      ...act,
      crewId: z.uuid(),
      memberIds: z.array(z.uuid()).max(MOST_MEMBERS).default([]),
      /** Why the same person again; asked for by `same_crew`. */
      remark: optional(500),
      /** What was shown of which less is free in the store than the work needs, and why it is assigned all the same; asked for by `stock_not_free`. */
      missing: materials.default([]),
      missingReason: optional(500),
    })
    .refine(({ crewId, memberIds }) => new Set([crewId, ...memberIds]).size === memberIds.length + 1, {
      error: 'common.repeated',
      path: ['memberIds'],
    }),
  output: answer,
  audit: 'work-order.assign',
  refuses: [
    ...refusesStep,
    errors.crew_unknown,
    errors.member_unknown,
    errors.same_crew,
    errors.stock_not_free,
  ],
});

export const unassignOrder = endpoint({
  ...ending('unassign', { summary: 'Take the work from a person', permission: 'work-orders:assign' }),
  refuses: refusesStep,
});

export const pauseOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/pause`,
  summary: 'Assigned work is on hold: its deadline waits (the path is ours)',
  access: { permission: 'work-orders:assign' },
  /** until: the day at whose beginning it goes on by itself. */
  body: z.object({ ...act, remark, until: z.union([blank, z.null(), daySchema]).default(null) }),
  output: answer,
  audit: 'work-order.pause',
  refuses: [...refusesStep, errors.paused, errors.pause_over, errors.pause_too_far],
});

export const resumeOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/resume`,
  summary:
    'Work that was on hold goes on: its deadline is later by as long as the hold was (the path is ours)',
  access: { permission: 'work-orders:assign' },
  body: z.object(act),
  output: answer,
  audit: 'work-order.resume',
  refuses: [...refusesStep, errors.not_paused],
});

export const noteArrival = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/arrival`,
  summary: 'The person who has the work is at the place; without a time: now (the path is ours)',
  access: { permission: 'work-orders:work' },
  body: z.object({ ...act, arrivedAt: moment, notedAt: moment }),
  output: answer,
  audit: 'work-order.arrive',
  refuses: [
    ...refusesStep,
    errors.not_yours,
    errors.paused,
    errors.arrived_before_assigned,
    errors.arrived_in_future,
  ],
});

export const completeOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/complete`,
  summary: 'The work is done: cause, what was done, materials used, water lost (the path is ours)',
  access: { permission: 'work-orders:work' },
  body: z.object({
    ...act,
    completedAt: moment,
    notedAt: moment,
    cause: lineSchema(300),
    workDone: text,
    lostLitres: z.int().min(0).max(1_000_000_000).nullable().default(null),
    labourMinor,
    materials,
    varianceReason: optional(500),
    /** What was shown as unusual and is right all the same, and why; asked for by `unusual_labour`, `unusual_lost` and `unusual_materials`. */
    unusual: z.array(z.enum(UNUSUAL)).max(UNUSUAL.length).default([]),
    unusualReason: optional(500),
    /** Why no photo shows what was done; asked for by `unproven`. */
    unprovenReason: optional(500),
  }),
  output: answer.extend({ usedMinor: minorSchema }),
  audit: 'work-order.complete',
  refuses: [
    ...refusesStep,
    errors.arrival_missing,
    errors.not_yours,
    errors.paused,
    errors.completed_before_arrival,
    errors.completed_in_future,
    errors.unknown_material,
    errors.whole_pieces,
    errors.no_rate,
    errors.cost_too_high,
    errors.stock_short,
    errors.variance_reason,
    errors.labour_absurd,
    errors.lost_absurd,
    errors.unusual_labour,
    errors.unusual_lost,
    errors.unusual_materials,
    errors.unproven,
  ],
});

export const verifyOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/verify`,
  summary: 'Somebody who did not do the work says that it is right: the order is closed (the path is ours)',
  access: { permission: 'work-orders:review' },
  body: z.object(act),
  output: answer,
  audit: 'work-order.verify',
  refuses: [...refusesStep, errors.own_work],
});

export const rateOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/rate`,
  summary: 'How the work was, within 15 days of its closing, one time for each closing (the path is ours)',
  access: { permission: 'work-orders:rate', consumer: 'of work at their own connections' },
  body: z.object({ ...act, stars: z.int().min(1).max(5), remark: optional(500) }),
  output: answer,
  audit: 'work-order.rate',
  refuses: [...refusesStep, errors.rated_already, errors.rating_too_late, errors.rating_not_asked],
});

export const reopenOrder = endpoint({
  ...ending('reopen', {
    summary: 'Completed work is to be done again, within 30 days of its closing',
    permission: 'work-orders:review',
  }),
  refuses: [...refusesStep, errors.reopen_too_late],
});

export const cancelOrder = endpoint({
  ...ending('cancel', { summary: 'The work is not needed any more', permission: 'work-orders:assign' }),
  body: z.object(endsCharge),
  refuses: [...refusesStep, ...chargeTaken],
});

/** Declared here, beside its button; bound by payments, which keeps the link. */
export const sendPayLink = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/link/send`,
  summary:
    'Send who pays a link by SMS and mail, by which the charge is paid without signing in (the path is ours)',
  access: { permission: 'work-orders:send-link' },
  rate: 'money',
  body: z.object(act),
  output: z.object({ id: z.uuid(), bySms: z.boolean(), byEmail: z.boolean(), expiresAt: instantSchema }),
  audit: 'work-order.send-link',
  refuses: [commonErrors.not_found, errors.nothing_due, errors.payer_unreachable, errors.link_too_often],
});

/** Declared here, beside its button; bound by payments, which opens the refund case in the same transaction. */
export const withdrawPaidOrder = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/withdraw`,
  summary: 'Cancel paid work: what was paid is owed back, and its refund is asked for (the path is ours)',
  access: { permission: 'work-orders:withdraw-paid' },
  rate: 'money',
  body: z.object({ ...act, remark }),
  output: answer,
  audit: 'work-order.withdraw-paid',
  refuses: [...refusesStep, errors.nothing_paid],
});
