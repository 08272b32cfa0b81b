/** The connection letter: customer number, district metered area and meter. */
import { z } from 'zod';
import { meterNumberSchema } from '#domains/meters/contract.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { toLatinDigits } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import {
  actOn,
  errors as applicationErrors,
  optionalRemark,
  stateAnswer,
  stepRefusals,
} from '../contract.ts';

/**
 * Numbers that staff give themselves; those in the form of one of our series are not theirs to give. A space is written as a hyphen.
 * Two that differ in their dividers only are one number.
 */
export const customerNumberSchema = lineSchema(30)
  .transform((text) => toLatinDigits(text).toUpperCase().replace(/\s+/g, '-'))
  .refine((text) => /^[A-Z0-9][A-Z0-9/-]{2,29}$/.test(text), { error: 'common.number_invalid' });

export const checkCustomerNumber = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/customerId/check',
  summary: 'Whether a customer number is free; the letter itself decides',
  access: { permission: 'applications:letter' },
  query: z.object({ customerId: customerNumberSchema, applicationId: z.uuid().optional() }),
  output: z.object({
    available: z.boolean(),
    /** It has the form of one of our series, so that nobody may give it. */
    reserved: z.boolean(),
  }),
});

const blank = z
  .string()
  .trim()
  .max(0)
  .transform(() => undefined);

export const issueLetter = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/application/update/customerId',
  summary: 'Issue the connection letter: customer number (left out: the next of the series), DMA and meter',
  access: { permission: 'applications:letter' },
  body: z.object({
    ...actOn,
    /** Blank: the next number of the series. */
    customerNumber: z.union([blank, customerNumberSchema]).optional(),
    dmaId: z.uuid({ error: 'common.choose_one' }),
    meterNumber: meterNumberSchema,
    remark: optionalRemark,
  }),
  output: stateAnswer.extend({ customerNumber: z.string() }),
  audit: 'application.letter',
  refuses: [
    ...stepRefusals('letter'),
    applicationErrors.meter_not_in_stock,
    applicationErrors.customer_number_reserved,
    applicationErrors.customer_number_taken,
    applicationErrors.unknown_dma,
  ],
});

export const listDmaChoices = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/dmas',
  summary: 'District metered areas to choose from; that of the plot’s sector first',
  access: { permission: 'applications:view' },
  query: z.object({ applicationId: z.uuid().optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        name: z.string(),
        nameBn: z.string().nullable(),
        suggested: z.boolean(),
      }),
    ),
  }),
});

export const listFreeMeters = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/active/meters',
  summary: 'Meters in stock that nobody has reserved',
  access: { permission: 'meters:view' },
  query: paging(['number', 'sizeMm'], { sizeMm: z.coerce.number<number>().int().positive().optional() }),
  output: listOf(z.object({ id: z.uuid(), number: z.string(), make: z.string(), sizeMm: z.int() })),
});

export const stockBySize = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/active/meters/sizes',
  summary:
    'Pipe sizes that applications without a meter wait for: how many wait, and how many free meters of the size are in stock (the path is ours)',
  access: { permission: 'meters:view' },
  output: z.object({
    items: z.array(z.object({ sizeMm: z.int(), waiting: z.int().min(1), free: z.int().min(0) })),
  }),
});

export const letterPdf = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}/connection-letter',
  summary: 'The connection letter as PDF (the path is ours)',
  // A letter names the meter and the customer number: no desk of the planning authority gets it.
  access: { permission: 'applications:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
  refuses: [applicationErrors.meter_not_reserved],
});
