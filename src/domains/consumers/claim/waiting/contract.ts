/** Claims that wait: the claimant sees them and types the code in, staff decide and undo. The paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../../contract.ts';
import { standSchema } from '../contract.ts';

export const CLAIM_STATES = ['WAITING', 'JOINED', 'REFUSED', 'UNDONE'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
const state = z.enum(CLAIM_STATES);

export const ownClaimSchema = z.object({
  id: z.uuid(),
  state,
  /** As it was typed. */
  customerNumber: z.string(),
  askedAt: instantSchema,
  /** The last two digits of the phone that the code went to. */
  phoneEnd: z.string(),
  /** A code can still be typed in; if not, only staff decide. */
  takesCode: z.boolean(),
  /** The code may be replaced by a new one. */
  mayRenewCode: z.boolean(),
});
export type OwnClaim = z.output<typeof ownClaimSchema>;

export const listOwnClaims = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/claims',
  summary: 'Own claims of entries of the register, the newest first',
  access: { signedIn: 'own claims' },
  output: z.object({ items: z.array(ownClaimSchema) }),
});

export const agreeClaim = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/claim/agree',
  summary: 'The claimant types in the code that went to the phone of the claimed entry',
  access: { signedIn: 'own claims' },
  rate: 'login',
  body: z.object({ id: z.uuid(), code: lineSchema(20) }),
  output: standSchema,
  audit: 'consumer.claim',
  refuses: [errors.claim_code_wrong, errors.claim_code_over, errors.claim_not_joinable],
});

export const sendClaimCode = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/claim/send-code',
  summary: 'One new code to the phone of the claimed entry, in the place of the one before',
  access: { signedIn: 'own claims' },
  rate: 'otp',
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: 'consumer.claim-code',
  refuses: [errors.claim_no_new_code],
});

const person = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  phone: z.string(),
});

export const claimSchema = z.object({
  id: z.uuid(),
  state,
  customerNumber: z.string(),
  askedAt: instantSchema,
  /** The claimed entry, as the register has it. */
  entry: person.extend({ address: z.string(), hasAccount: z.boolean() }),
  /** Who claims it: the account's name and phone, and the entry that it has. */
  claimant: person,
  /** True if both entries have one national ID, false if they have different ones. */
  sameNid: z.boolean().nullable(),
  provenBy: z.enum(['PHONE', 'CODE', 'STAFF']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  reason: z.string().nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: instantSchema.nullable(),
  undoReason: z.string().nullable(),
});
export type ClaimRow = z.output<typeof claimSchema>;

export const listClaims = endpoint({
  service: 'main',
  method: 'GET',
  path: '/claims',
  summary: 'Claims of entries of the register, with both persons',
  access: { permission: 'consumers:claims' },
  query: paging(['-askedAt'], { state: state.optional() }),
  output: listOf(claimSchema).extend({ counts: z.partialRecord(state, z.int()) }),
});

export const listClaimsDownload = exportOf(listClaims);

export const decideClaim = endpoint({
  service: 'main',
  method: 'POST',
  path: '/claims/{id}/decide',
  summary: 'Staff join a claimed entry with the account, or refuse it; both are told',
  access: { permission: 'consumers:claims' },
  params: idParams,
  body: z.object({ accept: z.boolean(), reason: lineSchema(500) }),
  output: done,
  audit: ['consumer.claim', 'consumer.claim-decide'],
  refuses: [commonErrors.not_found, errors.claim_decided, errors.claim_own, errors.claim_not_joinable],
});

export const undoClaim = endpoint({
  service: 'main',
  method: 'POST',
  path: '/claims/{id}/undo',
  summary: 'Take a claimed entry and the account apart again; its sessions end, both are told, bills stay',
  access: { permission: 'consumers:claims' },
  params: idParams,
  body: z.object({ reason: lineSchema(500) }),
  output: done,
  audit: 'consumer.claim-undo',
  refuses: [commonErrors.not_found, errors.claim_decided, errors.claim_not_undone, errors.claim_later_first],
});
