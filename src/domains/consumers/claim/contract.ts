/** Who is in the register already gets to their own entry. The paths are ours: the specification names none. */
import { z } from 'zod';
import { errors as identityErrors } from '#domains/identity/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { phoneSchema } from '#shared/phone.ts';
import { claimBody, consumerSchema, errors } from '../contract.ts';

export const knownPerson = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/registration/known',
  summary: 'Whose entry an account with this proven phone will get; the proof stays good',
  access: { public: 'the proof of the phone is the credential' },
  rate: 'otp',
  body: z.object({ phone: phoneSchema, proof: z.string().max(1000) }),
  output: z.object({
    /** Null if the phone is on no entry, on several, or on one with an account: nobody sees which. */
    consumer: consumerSchema.pick({ number: true, name: true, nameBn: true }).nullable(),
  }),
  audit: { none: 'reads only; the proof is too long for an address and secret' },
  refuses: [identityErrors.proof_invalid],
});

/** The entry that the account has after a claim. */
export const standSchema = z.object({
  consumerNumber: z.string(),
  connections: z.int(),
  /** The claimed entry has another phone: that one, or staff, have to agree first. */
  waits: z.boolean(),
  /** The account had the claimed entry before. */
  isOwn: z.boolean(),
});

export const claimConsumer = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/claim',
  summary:
    'Claim an entry of the register: it joins the account at once if it has its phone, else the claim waits',
  access: { consumer: 'an entry of the register for their own account' },
  rate: 'login',
  body: claimBody,
  output: standSchema,
  audit: ['consumer.claim', 'consumer.claim-ask'],
  refuses: [errors.claim_refused, errors.claim_wait, errors.claim_limit],
});
