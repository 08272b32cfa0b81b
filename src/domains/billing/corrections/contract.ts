/** Corrections of posted bills: cancel one, or adjust it to a corrected reading (spec §7 Billing, domain §5.4). */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { errors as meterErrors } from '#domains/meters/contract.ts';
import { registerSchema } from '#domains/meters/readings/contract.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { lineSchema } from '#shared/text.ts';
import { comparisonSchema, laterReadingSchema, leakCredits } from './documents.schema.ts';

export type { LaterReading } from './documents.schema.ts';

export const errors = errorCodes('billing', {
  invoice_cancelled: { status: 409 },
  /** Something is paid and was not asked to become credit. params: amount */
  invoice_paid: { status: 409, field: 'freePayment' },
  /** A supplementary bill is corrected through the bill that it supplements. */
  invoice_is_supplement: { status: 409 },
  /** Not billed from a reading. */
  invoice_without_reading: { status: 409 },
  nothing_to_adjust: { status: 422, field: 'registerLitres' },
  /** The same figures do not give the same bill any more: the connection was changed since. params: number */
  bill_not_reproducible: { status: 409 },
  correction_waits: { status: 409, constraint: 'corrections_waiting_key' },
  correction_second_person: { status: 409, constraint: 'corrections_two_persons' },
  correction_decided: { status: 409 },
  /** Somebody else asked for it. */
  correction_not_own: { status: 409 },
  /** A refusal says why. */
  refusal_reason: { status: 422, field: 'remark' },
  /** Its documents come to another sum than when it was asked for: the next month was billed since. params: amount */
  correction_moved: { status: 409 },
  /** The advance that it would take back was paid back to the consumer. */
  advance_gone: { status: 409 },
});

/** Later readings that one correction names: two years of months. */
export const MOST_LATER = 24;

const adjustBody = z.object({
  invoiceId: z.uuid(),
  /** Of the invoice, as it was read: a bill that was corrected since is not corrected twice. */
  version: z.int(),
  /** What the register really showed. */
  registerLitres: registerSchema,
  /** Billed readings of later months that were wrong too, and what the register really showed. */
  later: z
    .array(z.object({ readingId: z.uuid(), registerLitres: registerSchema }))
    .max(MOST_LATER)
    .default([]),
});
const recalculated = {
  bills: z.array(comparisonSchema),
  amountMinor: minorSchema,
  twoPerson: z.boolean(),
  /** What the person may still adjust alone: today, on these bills and on the connection. */
  aloneLeftMinor: minorSchema,
  /** Credits of leaks that the correction takes back, because it changes the use of their bills. */
  leakCredits,
};

export const previewAdjustment = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/adjust-meter-reading/preview',
  summary:
    'What a corrected reading makes of the bill, and of the next one; nothing is kept (the path is ours)',
  access: { permission: 'invoices:adjust' },
  body: adjustBody,
  output: z.object(recalculated),
  audit: { none: 'calculates only; everything is rolled back' },
  refuses: [
    commonErrors.not_found,
    errors.bill_not_reproducible,
    errors.invoice_without_reading,
    errors.nothing_to_adjust,
    meterErrors.no_consumption,
    meterErrors.beyond_register,
    meterErrors.reading_in_posting,
    meterErrors.handed_over_reading,
    meterErrors.own_handover,
    meterErrors.check_refused,
    errors.invoice_is_supplement,
    errors.invoice_cancelled,
    /** One of the later readings is not the billed one of its month any more. */
    commonErrors.stale_version,
  ],
});

export const adjustMeterReading = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/adjust-meter-reading',
  summary: 'Correct a billed reading: credit notes or supplementary bills, or a request to a second person',
  access: { permission: 'invoices:adjust' },
  rate: 'money',
  body: adjustBody.extend({ reason: lineSchema(300) }),
  output: z.object({ id: z.uuid(), state: z.enum(['DONE', 'REQUESTED']), ...recalculated }),
  audit: ['invoice.adjust', 'invoice.ask-adjustment'],
  refuses: [
    errors.invoice_without_reading,
    commonErrors.not_found,
    errors.invoice_is_supplement,
    errors.invoice_cancelled,
    errors.nothing_to_adjust,
    errors.bill_not_reproducible,
    errors.correction_waits,
    meterErrors.no_consumption,
    meterErrors.beyond_register,
    meterErrors.handed_over_reading,
    meterErrors.own_handover,
    meterErrors.check_refused,
    meterErrors.reading_in_posting,
    ledgerErrors.period_closed,
  ],
});

export const laterReadings = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/invoice/adjust-meter-reading/{id}/later',
  summary:
    'The billed readings of the months after a bill, which may be wrong too: the first 24, in order of time (the path is ours)',
  access: { permission: 'invoices:adjust' },
  params: idParams,
  output: z.object({ items: z.array(laterReadingSchema) }),
});

export const cancelInvoice = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/cancel',
  summary: 'Cancel a bill, or ask a second person to; what was paid becomes credit (the path is ours)',
  access: { permission: 'invoices:cancel' },
  rate: 'money',
  body: z.object({
    invoiceId: z.uuid(),
    version: z.int(),
    reason: lineSchema(300),
    freePayment: z.boolean().default(false),
  }),
  output: z.object({ id: z.uuid(), state: z.enum(['DONE', 'REQUESTED']) }),
  audit: ['invoice.cancel', 'invoice.ask-cancellation'],
  refuses: [
    errors.correction_waits,
    errors.invoice_cancelled,
    errors.invoice_paid,
    errors.advance_gone,
    commonErrors.not_found,
    errors.invoice_is_supplement,
    ledgerErrors.period_closed,
  ],
});

export const aloneLeft = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/invoice/cancel/{id}/alone',
  summary:
    'How much of the bill the person may still cancel alone, null: always two people; and the credits of leaks that this takes back (the path is ours)',
  access: { permission: 'invoices:cancel' },
  params: idParams,
  output: z.object({ leftMinor: minorSchema.nullable(), leakCredits }),
});

export const decideCorrection = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/correction/decide',
  summary: 'The second person makes the correction, or refuses it with a reason (the path is ours)',
  access: { signedIn: 'invoices:cancel for a cancellation, invoices:adjust for an adjustment' },
  rate: 'money',
  body: z.object({ correctionId: z.uuid(), accept: z.boolean(), remark: lineSchema(300).optional() }),
  output: z.object({ id: z.uuid(), state: z.enum(['DONE', 'REFUSED']) }),
  audit: ['invoice.approve-correction', 'invoice.refuse-correction'],
  refuses: [
    errors.correction_decided,
    errors.correction_second_person,
    errors.refusal_reason,
    errors.correction_moved,
    /** Money came since it was asked for, or the credit of the bill was paid back. */
    errors.invoice_paid,
    errors.advance_gone,
    /** The bill, its connection, the checks of readings or the reading after it became different since then. */
    commonErrors.stale_version,
    errors.invoice_cancelled,
    errors.bill_not_reproducible,
    meterErrors.handed_over_reading,
    meterErrors.own_handover,
    meterErrors.check_refused,
    meterErrors.no_consumption,
    meterErrors.reading_in_posting,
    ledgerErrors.period_closed,
    commonErrors.not_found,
    commonErrors.not_permitted,
  ],
});

export const withdrawCorrection = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/correction/withdraw',
  summary: 'Take an own request to correct a bill back before it is decided (the path is ours)',
  access: { signedIn: 'invoices:cancel for a cancellation, invoices:adjust for an adjustment' },
  body: z.object({ correctionId: z.uuid(), reason: lineSchema(300) }),
  output: z.object({ id: z.uuid(), state: z.enum(['WITHDRAWN']) }),
  audit: 'invoice.withdraw-correction',
  refuses: [
    errors.correction_decided,
    errors.correction_not_own,
    commonErrors.not_found,
    commonErrors.not_permitted,
  ],
});
