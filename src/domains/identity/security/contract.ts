/**
 * The entry `security` of settings.entries: how long sessions last, how long passwords are, who needs a second factor.
 * The paths are ours.
 */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

const hours = (max: number, usual: number) => z.int().min(1).max(max).default(usual);
/** The specification's 6 is the floor; guarantees §5.6 recommends 8 for consumers and 12 for staff. */
const length = z.int().min(6).max(30).default(6);

export const securitySettings = z.object({
  /** Without use; a refresh alone comes about every 50 minutes, so less than an hour makes no sense. */
  staffIdleHours: hours(72, 12),
  staffLifeHours: hours(168, 24),
  consumerIdleDays: z.int().min(1).max(90).default(7),
  consumerLifeDays: z.int().min(1).max(365).default(30),
  staffPasswordLength: length,
  consumerPasswordLength: length,
  /** Codes of staff roles that sign in with a second factor only. */
  secondFactorRoles: z.array(z.string().max(40)).max(200).default([]),
});
export type SecuritySettings = z.output<typeof securitySettings>;

const state = z.object({
  settings: securitySettings,
  version: z.int(),
  roles: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** People who have it, and those of them who have a second factor already. */
      people: z.int(),
      protected: z.int(),
    }),
  ),
});

export const getSecuritySettings = endpoint({
  service: 'social',
  method: 'GET',
  path: '/settings/security',
  summary: 'Life of sessions, length of passwords, who needs a second factor (the path is ours)',
  access: { permission: 'settings:view' },
  output: state,
});

export const updateSecuritySettings = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/settings/security',
  summary: 'Change them; sessions that are open keep their life (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z.object({ settings: securitySettings, version: z.int().min(0) }),
  output: state,
  audit: 'settings.update',
});
