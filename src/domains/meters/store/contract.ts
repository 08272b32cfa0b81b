/** The store of meters: what was found at one, tests on the bench, seals, scrap, and how many there are of each kind (paths ours). */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { queryInt } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { AGE_NAMES, CONDITION_MOVES, METER_STATES } from './store.rules.ts';

export const errors = errorCodes('meters', {
  /** params: status */
  meter_wrong_state: { status: 409 },
  meter_test_in_future: { status: 422, field: 'testedOn' },
  /** The figure with which it went is not confirmed, or the last bill of its connection is not made. */
  meter_final_open: { status: 409 },
  /** Somebody asked for it already, and nobody decided. */
  meter_scrap_asked: { status: 409, constraint: 'scraps_open_key' },
  meter_scrap_decided: { status: 409 },
  /** Who asked does not decide. */
  meter_scrap_asker: { status: 409 },
  meter_scrap_remark: { status: 422, field: 'remark' },
  /** It has this seal. */
  seal_same: { status: 422, field: 'number' },
  seal_in_future: { status: 422, field: 'sealedOn' },
});

export const TEST_RESULTS = ['PASSED', 'FAILED'] as const;
const percentSchema = lineSchema(8)
  .transform((text) => toLatinDigits(text).replace('−', '-'))
  .pipe(z.string().regex(/^[+-]?\d{1,2}(?:\.\d{1,2})?$/));

const step = { meterId: z.uuid(), version: z.int() };
const stepRefuses = [commonErrors.not_found, commonErrors.stale_version, errors.meter_wrong_state];
const answer = z.object({ id: z.uuid(), status: z.enum(METER_STATES as unknown as [string, ...string[]]) });

export const markMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/condition',
  summary: 'Note that an installed meter is faulty, locked, stopped, or works again',
  access: { permission: 'meters:edit' },
  body: z.object({ ...step, move: z.enum(CONDITION_MOVES), reason: lineSchema(300) }),
  output: answer,
  audit: 'meter.condition',
  refuses: stepRefuses,
});

export const testMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/test',
  summary:
    'Note a test on the bench: passed, the meter is in stock; failed, it waits to be tested again or scrapped',
  access: { permission: 'meters:edit' },
  body: z.object({
    ...step,
    testedOn: daySchema,
    result: z.enum(TEST_RESULTS),
    /** How much too much it counted in percent, with at most two places: 1.5, or -2. */
    errorPercent: percentSchema.nullable().default(null),
    remark: lineSchema(300).nullable().default(null),
  }),
  output: answer,
  audit: 'meter.test',
  refuses: [...stepRefuses, errors.meter_test_in_future, errors.meter_final_open, errors.meter_scrap_asked],
});

export const scrapMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/scrap',
  summary: 'Scrap a meter; one that is worth something waits for another person',
  access: { permission: 'meters:edit' },
  body: z.object({ ...step, reason: lineSchema(300) }),
  output: answer,
  audit: ['meter.scrap', 'meter.ask-scrap'],
  refuses: [...stepRefuses, errors.meter_scrap_asked],
});

export const decideScrap = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/scrap/decide',
  summary: 'Scrap a meter that somebody else asked to scrap, or leave it',
  access: { permission: 'meters:edit' },
  body: z.object({ scrapId: z.uuid(), accept: z.boolean(), remark: lineSchema(300).optional() }),
  output: answer,
  audit: ['meter.scrap', 'meter.refuse-scrap'],
  refuses: [
    commonErrors.not_found,
    errors.meter_scrap_decided,
    errors.meter_scrap_asker,
    errors.meter_scrap_remark,
    errors.meter_wrong_state,
  ],
});

export const sealMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/seal',
  summary: 'Note the seal that a meter has now; the ones before stay in its history',
  access: { permission: 'meters:edit' },
  body: z.object({ ...step, number: lineSchema(40), sealedOn: daySchema, reason: lineSchema(300) }),
  output: done,
  audit: 'meter.seal',
  refuses: [...stepRefuses, errors.seal_same, errors.seal_in_future],
});

const counts = z.array(z.object({ key: z.string(), count: z.int() }));
export const countStock = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters/stock',
  summary: 'How many meters there are by state, size and age',
  access: { permission: 'meters:view' },
  output: z.object({
    states: counts,
    sizes: counts,
    ages: z.array(z.object({ key: z.enum(AGE_NAMES), count: z.int() })),
    scrapsAsked: z.int(),
  }),
});

/** On one sheet of labels: 3 in a row, 8 rows. */
export const LABELS_A_SHEET = 24;
const MOST_LABELS = LABELS_A_SHEET * 4;
export const meterLabels = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters/labels',
  summary: 'A4 sheets of labels with a QR code that opens the page of a meter for staff',
  access: { permission: 'meters:view' },
  kind: 'download',
  rate: 'export',
  query: z.object({
    /** Ids, with commas between them. */
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).min(1).max(MOST_LABELS)),
    /** How many labels of the first sheet are used already. */
    skip: queryInt(0, LABELS_A_SHEET - 1).default(0),
    language: z.enum(['en', 'bn']).default('bn'),
  }),
  output: z.never(),
  refuses: [commonErrors.not_found],
});

export const EVENT_KINDS = [
  ...['STOCK', 'INSTALLED', 'REMOVED', 'CHANGE', 'SEAL', 'TEST', 'CONDITION', 'SCRAP', 'READING'],
] as const;

export const meterHistory = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters/{id}/history',
  summary:
    'What happened to a meter: places, changes, seals, tests, conditions and its last readings, the newest first',
  access: { permission: 'meters:view' },
  params: z.object({ id: z.uuid() }),
  output: z.object({
    /** The scrapping that somebody asked for and nobody decided. */
    scrap: z.object({ id: z.uuid(), reason: z.string(), askedBy: z.string(), isOwn: z.boolean() }).nullable(),
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(EVENT_KINDS as unknown as [string, ...string[]]),
        /** A day, or an instant. */
        at: z.string(),
        /** The state it led to: of a condition, a test, a scrapping, a reading, a request. */
        state: z.string().nullable(),
        /** The connection, the seal or the request. */
        number: z.string().nullable(),
        litres: z.int().nullable(),
        hundredths: z.int().nullable(),
        by: z.string().nullable(),
        remark: z.string().nullable(),
      }),
    ),
  }),
  refuses: [commonErrors.not_found],
});
