/** What changes a request to change the owner of a connection: asked, agreed to, checked, read, accepted or ended. */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { errors as meterErrors } from '#domains/meters/contract.ts';
import { registerSchema } from '#domains/meters/readings/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { despitePayment } from '#shared/payment-at-bank.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, nidSchema, optionalLineSchema } from '#shared/text.ts';
import { errors, paperSchema, sideSchema, stateSchema } from '../contract.ts';
import { CAUSES, PAPER_KINDS, PAPERS_ASKED_WITH } from '../ownership.rules.ts';

const request = { permission: 'ownership:request' } as const;
const BASE = '/application/change_ownership_request' as const;

const blank = z.literal('').transform(() => null);
const newOwner = {
  cause: z.enum(CAUSES),
  name: lineSchema(120),
  nameBn: z.union([blank, z.null(), lineSchema(120)]).default(null),
  email: z.union([blank, z.null(), emailSchema]).default(null),
  nid: z.union([blank, z.null(), nidSchema]).default(null),
  address: lineSchema(300),
};

/** Own uploads (/file-upload) that no record names yet. A household names those that the check needs; the office may add them later. */
const papers = z
  .array(z.object({ kind: z.enum(PAPER_KINDS), fileId: z.uuid() }))
  .max(PAPERS_ASKED_WITH)
  .refine((named) => new Set(named.map(({ fileId }) => fileId)).size === named.length, {
    error: 'common.repeated',
  })
  .default([]);

export const requestChange = endpoint({
  service: 'main',
  method: 'POST',
  path: BASE,
  summary:
    'Ask to change the owner: the present owner and the office name the connection, the new owner its number and its meter',
  access: request,
  rate: 'login',
  body: z.object({
    connectionId: z.uuid().optional(),
    connectionNumber: lineSchema(30).optional(),
    meterNumber: lineSchema(60).optional(),
    phone: phoneSchema,
    ...newOwner,
    papers,
  }),
  output: z.object({ id: z.uuid(), number: z.string() }),
  audit: 'ownership.request',
  refuses: [
    commonErrors.not_found,
    errors.connection_unknown,
    errors.connection_closed,
    errors.same_owner,
    errors.phone_of_other,
    errors.phone_of_several,
    errors.request_open,
    errors.asked_too_often,
    errors.codes_of_phone,
    errors.new_owner_inactive,
    errors.papers_needed,
    errors.paper_unknown,
  ],
});

const act = { requestId: z.uuid(), version: z.int() };
const answer = z.object({ id: z.uuid(), state: stateSchema, version: z.int() });
export type StepAnswer = z.output<typeof answer>;
const refusesStep = [commonErrors.not_found, errors.wrong_state];
/** Asked when the papers are checked, when the handover is noted, and when the change is accepted. */
const refusesOwners = [
  errors.owner_moved,
  errors.new_owner_inactive,
  errors.phone_of_other,
  errors.phone_of_several,
];
const remark = lineSchema(500);

export const updateRequest = endpoint({
  service: 'main',
  method: 'PUT',
  path: `${BASE}/update`,
  summary: 'Correct what a request says about the new owner and the cause',
  access: request,
  body: z.object({ ...act, ...newOwner }),
  output: answer,
  audit: 'ownership.edit',
  refuses: [...refusesStep, errors.phone_of_other, errors.changed_too_often],
});

export const addPaper = endpoint({
  service: 'main',
  method: 'PUT',
  path: `${BASE}/document`,
  summary:
    'Add a paper (multipart field `file`); a new one of the same kind replaces the old (the path is ours)',
  access: request,
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ requestId: z.uuid(), kind: z.enum(PAPER_KINDS) }),
  output: paperSchema,
  audit: 'ownership.document',
  refuses: [...refusesStep, errors.file_missing, errors.papers_full, errors.changed_too_often],
});

export const removePaper = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/document/remove`,
  summary:
    'Take a paper out again that one brought and the office has not looked at; its file is deleted (the path is ours)',
  access: request,
  body: z.object({ ...act, documentId: z.uuid() }),
  output: answer,
  audit: 'ownership.document-remove',
  refuses: [...refusesStep, errors.paper_looked_at, errors.changed_too_often],
});

export const sendCode = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/code`,
  summary: 'Send the code of consent to the phone of one of the two owners again (the path is ours)',
  access: request,
  rate: 'login',
  body: z.object({ requestId: z.uuid(), side: sideSchema }),
  output: z.object({ sent: z.literal(true) }),
  audit: 'ownership.send-code',
  refuses: [...refusesStep, errors.agreed_already, errors.code_wait, errors.codes_of_phone],
});

export const agree = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/consent`,
  summary: 'One of the two owners agrees, by the code that their phone got (the path is ours)',
  access: request,
  rate: 'login',
  body: z.object({
    requestId: z.uuid(),
    side: sideSchema,
    code: z.string().trim().min(1).max(20),
  }),
  output: answer,
  audit: 'ownership.agree',
  refuses: [...refusesStep, errors.agreed_already, errors.code_wrong, errors.code_over],
});

export const overrideConsent = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/consent/office`,
  summary:
    'The office notes that a party agrees, with the reason: a signature, a death, a court (the path is ours)',
  access: { permission: 'ownership:override' },
  body: z.object({ ...act, side: sideSchema, reason: remark }),
  output: answer,
  audit: 'ownership.override',
  refuses: [...refusesStep, errors.agreed_already],
});

export const verifyPapers = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/verify`,
  summary: 'The papers are right (the path is ours)',
  access: { permission: 'ownership:verify' },
  body: z.object(act),
  output: answer,
  audit: 'ownership.verify',
  refuses: [...refusesStep, errors.papers_missing, ...refusesOwners],
});

export const returnRequest = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/return`,
  summary: 'Ask for a correction, and say of what (the path is ours)',
  access: { permission: 'ownership:verify' },
  body: z.object({ ...act, remark }),
  output: answer,
  audit: 'ownership.return',
  refuses: refusesStep,
});

export const resubmitRequest = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/resubmit`,
  summary:
    'A corrected request is sent again; if nothing was corrected, with why it is right (the path is ours)',
  access: request,
  body: z.object({ ...act, remark: optionalLineSchema(500) }),
  output: answer,
  audit: 'ownership.resubmit',
  refuses: [...refusesStep, errors.nothing_corrected],
});

/** What closing a connection with the reading of the handover refuses, when it is noted and when the change is accepted. */
const refusesHandOver = [
  meterErrors.connection_closed,
  meterErrors.already_read,
  meterErrors.beyond_register,
  meterErrors.not_after_previous,
  meterErrors.check_refused,
  meterErrors.closing_too_early,
];

export const noteReading = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/reading`,
  summary:
    'The day of the handover, what the meter shows, and what the new owner takes over in writing of the open bills (the path is ours)',
  access: { permission: 'ownership:verify' },
  body: z.object({
    ...act,
    readOn: daySchema,
    registerLitres: registerSchema.nullable().default(null),
    liabilityMinor: minorSchema.prefault(0),
    /** "Yes, the meter shows that": asked for by `unusual_register`. */
    unusual: z.boolean().default(false),
  }),
  output: answer,
  audit: 'ownership.read',
  refuses: [
    ...refusesStep,
    ...refusesOwners,
    errors.day_too_early,
    errors.day_in_future,
    errors.figure_missing,
    errors.figure_without_meter,
    errors.unusual_register,
    ...refusesHandOver,
    errors.liability_beyond_dues,
  ],
});

export const acceptChange = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/accept`,
  summary:
    'The owner changes: the connection ends with the handover reading, its successor begins with the same meter in the name of the new owner',
  access: { permission: 'ownership:accept' },
  body: z.object(act),
  output: answer.extend({ successorNumber: z.string() }),
  audit: 'ownership.accept',
  refuses: [
    ...refusesStep,
    errors.own_check,
    errors.dues_open,
    errors.dues_in_clearing,
    errors.without_water,
    ...refusesOwners,
    ...refusesHandOver,
    meterErrors.connection_has_meter,
    meterErrors.before_installation,
    meterErrors.later_reading_exists,
    meterErrors.closing_month_closed,
    meterErrors.removed_meter_elsewhere,
  ],
});

export const rejectChange = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/reject`,
  summary: 'The change is refused, with the reason',
  access: { permission: 'ownership:accept' },
  query: z.object({ requestId: z.uuid() }),
  body: z.object({ version: z.int(), remark, despitePayment }),
  output: answer,
  audit: 'ownership.reject',
  refuses: [...refusesStep, errors.payment_at_bank, ledgerErrors.period_closed],
});

export const withdrawRequest = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/withdraw`,
  summary: 'Either owner or the office takes the request back, with the reason (the path is ours)',
  access: request,
  body: z.object({ ...act, remark, despitePayment }),
  output: answer,
  audit: 'ownership.withdraw',
  refuses: [...refusesStep, errors.payment_at_bank, ledgerErrors.period_closed],
});
