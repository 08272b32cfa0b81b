/** The entry `ownership` of settings.entries: what a change of owner costs. The paths are ours. */
import { z } from 'zod';
import { askRefuses, changeReason, waitingNote } from '#domains/settings/changes/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';

/** ৳10 lakh: catches a slipped finger. With its VAT it is still one payment. */
const MOST_MINOR = 1_000_000_00;

export const ownershipSettings = z.object({
  /** Without VAT; 0: a change is free. */
  feeMinor: minorSchema
    .refine((minor) => minor >= 0 && minor <= MOST_MINOR, 'common.amount_invalid')
    .prefault(0),
});
export type OwnershipSettings = z.output<typeof ownershipSettings>;

const state = z.object({ settings: ownershipSettings, version: z.int(), waiting: waitingNote });

export const getOwnershipSettings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/ownership',
  summary: 'The fee of a change of owner (the path is ours)',
  access: { permission: 'settings:view' },
  output: state,
});

export const updateOwnershipSettings = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/ownership',
  summary:
    'Ask for another fee of changes of owners; it counts for new requests when a second person agrees (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z.object({ settings: ownershipSettings, version: z.int().min(0), reason: changeReason }),
  output: state,
  audit: 'settings.ask-change',
  refuses: askRefuses,
});
