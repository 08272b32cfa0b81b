/**
 * Settings that two people change: the limits of what one person may do alone. One person asks, another one decides; until
 * then the old value counts. The domains whose limits they are declare the asking (docs/decisions/0029).
 */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';
import { datedSchema } from '../dated/contract.ts';
import { walletLimits } from '../wallet/wallet.rules.ts';

export const errors = errorCodes('settings', {
  change_waits: { status: 409, constraint: 'entry_changes_waiting_key' },
  change_second_person: { status: 409, constraint: 'entry_changes_two_persons' },
  change_decided: { status: 409 },
  change_empty: { status: 422 },
});

/** Entries that two people change. */
export const LIMIT_ENTRIES = ['payments', 'billing', 'ownership'] as const;
export type LimitEntry = (typeof LIMIT_ENTRIES)[number];

/** Of a call that asks for a change. */
export const changeReason = lineSchema(300);
export const askRefuses = [errors.change_waits, errors.change_empty];

/** What the form of the limits says of a change that waits. */
export const waitingNote = z
  .object({ reason: z.string(), requestedBy: z.string(), requestedAt: instantSchema })
  .nullable();
export type WaitingNote = z.output<typeof waitingNote>;

const field = z.object({ field: z.string(), before: z.int().nullable(), after: z.int().nullable() });

const changeSchema = z.object({
  id: z.uuid(),
  entry: z.enum(LIMIT_ENTRIES),
  /** What would be another value. */
  fields: z.array(field),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  can: z.object({ accept: z.boolean() }),
});
export type LimitChange = z.output<typeof changeSchema>;

export const listLimitChanges = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/changes',
  summary: 'Changes of limits that wait for a second person (the path is ours)',
  access: { permission: 'settings:approve-limits' },
  output: z.object({
    items: z.array(changeSchema),
    today: daySchema,
    /** Limits of wallets are planned by date; they are approved by their own call. */
    wallet: z.array(datedSchema(walletLimits)),
    /** What counts today: what waits is shown beside it. */
    walletNow: walletLimits,
  }),
});

export const decideLimitChange = endpoint({
  service: 'main',
  method: 'POST',
  path: '/settings/changes/{id}/decide',
  summary: 'Let a change of limits count from now on, or refuse it (the path is ours)',
  access: { permission: 'settings:approve-limits' },
  params: idParams,
  body: z.object({ accept: z.boolean() }),
  output: z.object({ state: z.enum(['DONE', 'REFUSED']) }),
  audit: ['settings.update', 'settings.refuse-change'],
  refuses: [errors.change_decided, errors.change_second_person, commonErrors.stale_version],
});
