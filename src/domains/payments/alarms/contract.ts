/** Alarms about money as a work list: who looks at one, and how it ends. Paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { amountMinor, errors } from '../contract.ts';
import { ALARM_KINDS, ALARM_SOLUTIONS, ALARM_STATES } from './alarm.rules.ts';
import { BOOKING_TARGETS } from './booking.rules.ts';

export const alarmSchema = z.object({
  id: z.uuid(),
  kind: z.enum(ALARM_KINDS),
  state: z.enum(ALARM_STATES),
  raisedAt: instantSchema,
  ownerId: z.uuid().nullable(),
  owner: z.string().nullable(),
  takenAt: instantSchema.nullable(),
  /** The payment that it is about; null if the bank names an order that is not ours. */
  paymentId: z.uuid().nullable(),
  /** Connection, application, work order or ownership request of the payment; of a wallet, its owner's customer number. */
  targetNumber: z.string().nullable(),
  payerName: z.string().nullable(),
  payerNameBn: z.string().nullable(),
  orderId: z.string().nullable(),
  /** The settlement file that raised it, and the bank's number in it. */
  bankFile: z.string().nullable(),
  reference: z.string().nullable(),
  /** Of the payment as it was ordered. */
  orderedMinor: minorSchema.nullable(),
  /** What the bank says it took in taka; null if it does not say. */
  bankMinor: minorSchema.nullable(),
  /** What the books have of the order. */
  bookedMinor: minorSchema,
  /** What the bank has and the books do not: this may be booked or sent back. Null if the bank does not say how much. */
  openMinor: minorSchema.nullable(),
  /** What the money pays, of an alarm that is open; null if it is not known yet whose money it is. */
  target: z
    .object({
      kind: z.enum(BOOKING_TARGETS),
      dueMinor: minorSchema,
      takesPart: z.boolean(),
    })
    .nullable(),
  /** Only two people end it. */
  mayBeMoney: z.boolean(),
  solution: z.enum(ALARM_SOLUTIONS).nullable(),
  remark: z.string().nullable(),
  solvedBy: z.string().nullable(),
  solvedAt: instantSchema.nullable(),
  /** What waits for the second person. */
  proposal: z
    .object({
      id: z.uuid(),
      kind: z.enum(['BOOK', 'SEND_BACK', 'NO_MONEY']),
      amountMinor: minorSchema,
      reason: z.string(),
      requestedBy: z.string(),
    })
    .nullable(),
  can: z.object({
    own: z.boolean(),
    note: z.boolean(),
    /** Ask a second person: for an end without money, and if there is something to book, for that. */
    propose: z.boolean(),
    book: z.boolean(),
    /** Not what was for a wallet: it is put into the wallet, and its owner takes it out. */
    sendBack: z.boolean(),
    decide: z.boolean(),
    /** Take the own proposal back. */
    giveUp: z.boolean(),
  }),
});
export type Alarm = z.output<typeof alarmSchema>;

const access = { permission: 'payments:alarms' } as const;

export const listAlarms = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/alarms',
  summary: 'Alarms about money: what does not fit, since when, and who looks at it',
  access,
  query: paging(['-raisedAt'], {
    state: z.enum(ALARM_STATES).optional(),
    kind: z.enum(ALARM_KINDS).optional(),
    owner: z.literal('me').optional(),
  }),
  output: listOf(alarmSchema).extend({ counts: z.partialRecord(z.enum(ALARM_STATES), z.int()) }),
});

export const listAlarmsDownload = exportOf(listAlarms);

export const getAlarm = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/alarms/{id}',
  summary: 'One alarm about money',
  access,
  params: idParams,
  output: alarmSchema,
});

export const listAlarmPeople = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/alarm-people',
  summary: 'Who may look after an alarm about money',
  access,
  output: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});

export const setAlarmOwner = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/alarms/{id}/owner',
  summary: 'Take an alarm, hand it over, or give it back to nobody',
  access,
  params: idParams,
  /** From whom: of two who take it at once, one is told that the other has it. */
  body: z.object({ ownerId: z.uuid().nullable(), wasOwnerId: z.uuid().nullable() }),
  output: alarmSchema,
  audit: 'alarm.own',
  refuses: [errors.alarm_solved, errors.alarm_owner, errors.alarm_taken],
});

export const noteAlarm = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/alarms/{id}/solve',
  summary: 'End an alarm to which the bank answered a clear no, with what was found',
  access,
  params: idParams,
  body: z.object({ remark: lineSchema(300) }),
  output: alarmSchema,
  audit: 'alarm.solve',
  refuses: [errors.alarm_solved, errors.alarm_has_money],
});

export const proposeForAlarm = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/alarms/{id}/propose',
  summary:
    'Ask a second person to book what the bank really took, to send it back, or to agree that no money came',
  access,
  rate: 'money',
  params: idParams,
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['BOOK', 'SEND_BACK']),
      /** As the person saw it: the bank may say another amount since. Typed if the bank does not say how much came. */
      amountMinor,
      /** Line of the bank's statement: required if the amount was typed. */
      statementReference: lineSchema(100).optional(),
      /** Whose money it is: required if the bank names an order that is not ours. */
      connectionNumber: lineSchema(20).optional(),
      reason: lineSchema(300),
    }),
    z.object({ kind: z.literal('NO_MONEY'), reason: lineSchema(300) }),
  ]),
  output: alarmSchema,
  audit: 'alarm.propose',
  refuses: [
    commonErrors.not_found,
    errors.alarm_solved,
    errors.alarm_without_money,
    errors.alarm_moved,
    errors.alarm_wallet,
    errors.alarm_statement,
    errors.alarm_connection,
    errors.proposal_waits,
  ],
});
