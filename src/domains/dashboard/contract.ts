/** Figures of the role homes, menu counters and charts. Every number counts the same rows as the list it leads to. */
import { z } from 'zod';
import { dunningSchema } from '#domains/billing/dunning/dunning.schema.ts';
import { takenOverSchema } from '#domains/billing/invoices/contract.ts';
import { planNoteSchema } from '#domains/billing/payment-plans/note.schema.ts';
import { ASKED } from '#domains/ownership/asked.rules.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';
import { queryInt } from '#shared/paging.ts';

const count = z.int().min(0);

/** The specification's counter data (§3); the keys are its own. */
export const counterItems = endpoint({
  service: 'main',
  method: 'GET',
  path: '/counter-items',
  summary: 'Menu badges, as far as the person may see what they count',
  access: { signedIn: 'badges of their own menu' },
  output: z
    .object({
      quick: z.object({ item_count: count }),
      application_count: z.object({
        pending: count,
        waiting_for__review: count,
        waiting_for__meter__number: count,
        ready_to__survey: count,
        ready_to__pay: count,
        ready_for__meter__installation: count,
      }),
      invoice_count: z.object({ item_count: count }),
      /** Unread notices of the bell; asked for with the badges, so that it costs no request of its own. */
      notice_count: z.object({ item_count: count }),
    })
    // Badges of domains that the specification does not know.
    .catchall(z.record(z.string(), count)),
});

/** A figure of this month so far beside last month's up to the same day. */
const monthly = z.object({ minor: minorSchema, beforeMinor: minorSchema });

const taken = z.object({ minor: minorSchema, receipts: count });

export const staffDashboard = endpoint({
  service: 'main',
  method: 'GET',
  path: '/dashboard',
  summary: 'Figures of one’s own home; those of the town for who has the word for them',
  access: { permission: 'dashboard:view' },
  output: z.object({
    month: monthSchema,
    money: z
      .object({
        billed: monthly,
        collected: monthly,
        arrearsMinor: minorSchema,
        owingConnections: count,
        overdueInvoices: count,
        overdueMinor: minorSchema,
      })
      .nullable(),
    /** Open applications of everybody. */
    pipeline: z.object({ open: count, onHold: count, overdue: count }).nullable(),
    /** Applications whose next step is this person's. */
    own: z.object({ waiting: count, late: count }).nullable(),
    /** Meters of the month that is read; `active` only beside the town's figures. */
    connections: z
      .object({
        active: count.nullable(),
        read: count,
        unread: count,
        flagged: count,
        readingPeriod: monthSchema,
      })
      .nullable(),
    /** This person's drawer, and what was taken at the counter today, by what was paid. */
    counter: z
      .object({
        drawer: z
          .object({ expectedMinor: minorSchema, floatMinor: minorSchema, cardMinor: minorSchema })
          .nullable(),
        INVOICE: taken,
        APPLICATION_SURVEY: taken,
        WORK_ORDER_SURVEY: taken,
        OWNERSHIP_CHANGE: taken,
        WALLET_RECHARGE: taken,
      })
      .nullable(),
  }),
});

export const consumerDashboard = endpoint({
  service: 'main',
  method: 'GET',
  path: '/dashboard/consumer',
  summary: 'Role home of a consumer: what is due, last reading, use, the next step of an application',
  access: {
    permission: 'dashboard:view',
    consumer: 'of their own connections and those that are shared with them',
  },
  /** What is selected in the header (meters/sharing/visible.ts, ofOption). */
  query: z.object({ applicationId: z.uuid().optional() }),
  output: z.object({
    /** Of the person who reads it. */
    nameBn: z.string().nullable(),
    connections: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        sectorNumber: z.string(),
        roadNumber: z.string(),
        plotNumber: z.string(),
        dueMinor: minorSchema,
        dueOn: daySchema.nullable(),
        overdue: z.boolean(),
        openInvoices: count,
        /** What is open of it and the new owner took over: nothing that they owe. */
        takenOverMinor: minorSchema,
        /** What is open of it and disputed: it is not asked for now. */
        disputedMinor: minorSchema,
        /** Its bills are paid by it: they are not in what is due. */
        plan: planNoteSchema.nullable(),
        lastInvoiceId: z.uuid().nullable(),
        /** A payment at the bank has no answer yet: who pays again pays twice. */
        isBeingPaid: z.boolean(),
        /** Shared by another account holder, to pay for or to see. */
        access: z.enum(['OWN', 'PAY', 'SEE']),
        holderName: z.string().nullable(),
        holderNameBn: z.string().nullable(),
        /** It was theirs until this day; null if it still is. */
        changedOn: daySchema.nullable(),
        /** Of a connection that changed hands: its last bill was issued. */
        hasFinalBill: z.boolean(),
        /** What is kept for an own one, and its next bill uses. */
        advanceMinor: minorSchema,
      }),
    ),
    /** Open bills of earlier owners that they took over, also if one connection is selected: they owe them. */
    takenOver: z.array(takenOverSchema.extend({ isBeingPaid: z.boolean() })),
    /** Of these connections: the steps of the dunning ladder that they are on, the first to pay first. */
    dunning: z.array(dunningSchema),
    lastReading: z
      .object({ readOn: daySchema, registerLitres: z.int(), consumptionLitres: z.int().nullable() })
      .nullable(),
    /** Billed use of 24 months: twelve bars with last year's behind them. */
    usage: z.array(z.object({ period: monthSchema, usageLitres: z.int() })),
    applications: z.array(
      z.object({
        id: z.uuid(),
        number: z.string().nullable(),
        state: z.string(),
        /** What its demand note still asks for; 0 before there is one. */
        toPayMinor: minorSchema,
        dueAt: instantSchema.nullable(),
        expiresOn: daySchema.nullable(),
        /** Held by the utility: nothing is asked of the applicant. */
        isHeld: z.boolean(),
        /** The surveyor has handed the survey in; the demand note comes. */
        isSurveyed: z.boolean(),
        /** The day on which somebody comes to the plot, if it is to come. */
        visitOn: daySchema.nullable(),
        /** The bank has not decided about a payment of its demand note. */
        isBeingPaid: z.boolean(),
      }),
    ),
    /** Changes of an owner that they are a party of and that are not over. */
    changes: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        connectionNumber: z.string(),
        /** Which of the two owners they are. */
        side: z.enum(['PRESENT', 'NEW']),
        asked: z.enum(ASKED),
        /** Bills that the present owner pays before the owner changes. */
        duesMinor: minorSchema,
        /** What the change costs, with VAT. */
        feeMinor: minorSchema,
        /** Without an answer by then it ends. */
        expiresOn: daySchema.nullable(),
      }),
    ),
    /** Work that they asked for, or that is at their connections, and that is not done yet. */
    openOrders: count,
    /** Repairs whose charge can be paid now. */
    repairsToPay: z.array(z.object({ id: z.uuid(), dueMinor: minorSchema, isBeingPaid: z.boolean() })),
  }),
});

const chartQuery = z.object({ months: queryInt(1, 36).default(12) });
const point = z.object({ period: monthSchema });

export const billChart = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/chart/bill',
  summary: 'Billed and collected per month',
  access: { permission: 'invoices:view' },
  query: chartQuery,
  output: z.object({
    points: z.array(point.extend({ billedMinor: minorSchema, collectedMinor: minorSchema })),
  }),
});

export const billStatusChart = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/chart/bill-status',
  summary: 'Paid, partly paid and unpaid bills per month of issue',
  access: { permission: 'invoices:view' },
  query: chartQuery,
  output: z.object({ points: z.array(point.extend({ paid: count, partly: count, unpaid: count })) }),
});

export const consumptionChart = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/chart/consumption',
  summary: 'Billed use per month',
  access: { permission: 'invoices:view' },
  query: chartQuery,
  output: z.object({ points: z.array(point.extend({ litres: z.int() })) }),
});

export const meterReadingChart = endpoint({
  service: 'main',
  method: 'GET',
  path: '/chart/meter-reading',
  summary: 'Readings per month: approved, waiting for review, estimated',
  access: { permission: 'readings:view' },
  query: chartQuery,
  output: z.object({ points: z.array(point.extend({ approved: count, waiting: count, estimated: count })) }),
});

export const meterStatusChart = endpoint({
  service: 'main',
  method: 'GET',
  path: '/chart/meter-status',
  summary: 'Meters by status',
  access: { permission: 'meters:view' },
  output: z.object({ points: z.array(z.object({ status: z.string(), meters: count })) }),
});
