/** What somebody could pay: found by any number, phone or name, for the counter and for a consumer's own page. */
import { z } from 'zod';
import { planNoteSchema } from '#domains/billing/payment-plans/note.schema.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';

const payableSchema = z.object({
  kind: z.enum(['CONNECTION', 'DEMAND_NOTE', 'WORK_ORDER', 'OWNERSHIP']),
  /** Of the connection, the application, the work order or the ownership request. */
  id: z.uuid(),
  number: z.string(),
  payerName: z.string(),
  payerNameBn: z.string().nullable(),
  phone: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  dueMinor: minorSchema,
  /** Of a connection: what a new owner took over of it, which is not due of its earlier owner. */
  takenOverMinor: minorSchema,
});
export type Payable = z.output<typeof payableSchema>;

export const findPayables = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/payables',
  summary:
    'Connections and demand notes by number (also of a bill), phone or name; at most ten (the path is ours)',
  access: { permission: 'payments:take' },
  rate: 'search',
  query: z.object({ search: z.string().trim().min(2).max(100) }),
  output: z.object({
    items: z.array(
      payableSchema.extend({
        /** Who took over what is open of it: they may be found by their own number, and the bills are in another name. */
        taker: z.object({ name: z.string(), nameBn: z.string().nullable() }).nullable(),
      }),
    ),
  }),
});
export type FoundPayable = z.output<(typeof findPayables)['output']>['items'][number];

export const listFeesDue = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/payables/fees',
  summary:
    'Fees of ownership changes that wait for their money, the oldest first; at most twenty, and how many there are (the path is ours)',
  access: { permission: 'ownership:pay-counter' },
  output: z.object({ items: z.array(payableSchema), total: z.int().min(0) }),
});

const itemSchema = z.object({
  number: z.string(),
  period: monthSchema.nullable(),
  dueOn: daySchema,
  overdue: z.boolean(),
  openMinor: minorSchema,
});

/**
 * Why nothing is paid any more, or not now. PAID: all of it; WAIVED: need not be; FREE: it never cost anything; HELD: the application is on hold; OVER: the last day to pay is over; ENDED: the work or the application is over; NOT_YET: the
 * office has not asked for money, or not again.
 */
const CLOSED_BECAUSE = ['PAID', 'WAIVED', 'FREE', 'ENDED', 'HELD', 'OVER', 'NOT_YET'] as const;

export const getPayable = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/payable',
  summary:
    'What is open on a connection, a demand note, a work order or an ownership request, and a payment that is under way (the path is ours)',
  access: { permission: 'payments:view' },
  query: z.object({
    connectionId: z.uuid().optional(),
    applicationId: z.uuid().optional(),
    workOrderId: z.uuid().optional(),
    ownershipRequestId: z.uuid().optional(),
  }),
  output: payableSchema.extend({
    advanceMinor: minorSchema,
    /** What becomes of more than is due: it pays the next bill, may be paid back (the connection has ended), or is not taken. */
    surplus: z.enum(['NEXT_BILL', 'PAID_BACK', 'NOT_TAKEN']),
    /** Who took bills over that are open, and those bills, for the office. */
    taker: z
      .object({
        name: z.string(),
        nameBn: z.string().nullable(),
        phone: z.string(),
        /** `takenOn`: money that the earlier owner paid before that day pays the bill too. */
        items: z.array(itemSchema.extend({ takenOn: daySchema })),
      })
      .nullable(),
    /** Of a demand note, a work order or a fee that takes no money now; null if something is open. */
    closed: z
      .object({
        because: z.enum(CLOSED_BECAUSE),
        receipt: z.object({ paymentId: z.uuid(), number: z.string() }).nullable(),
      })
      .nullable(),
    items: z.array(itemSchema),
    /** Of a connection: what of it is disputed. Money pays it last, and nobody has to pay it now. */
    disputedMinor: minorSchema,
    /** Of a connection whose bills are paid by a plan: what is asked for first. */
    plan: planNoteSchema.nullable(),
    running: z
      .object({
        id: z.uuid(),
        amountMinor: minorSchema,
        createdAt: instantSchema,
        /** Started by who asks; else by somebody with whom the connection is shared, or its holder. */
        isOwn: z.boolean(),
      })
      .nullable(),
    /** Started online, and looked at by a person because the bank's answer does not fit. */
    setAsideMinor: minorSchema,
    /** Of a consumer who may pay it from the own wallet (bills, demand notes): what is in it. */
    walletMinor: minorSchema.nullable(),
    /** Of a consumer: there is something else that they may pay for. */
    hasOthers: z.boolean(),
  }),
  refuses: [commonErrors.not_found],
});
export type PayableDetail = z.output<(typeof getPayable)['output']>;

export const myPayables = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment/my-payables',
  summary:
    "A consumer's own connections, demand notes, work orders and fees of ownership changes with what is due (the path is ours)",
  access: { permission: 'payments:pay-online' },
  output: z.object({ items: z.array(payableSchema) }),
});
