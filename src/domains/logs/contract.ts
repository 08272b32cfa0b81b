/** Who signed in, who changed what, and whether these logs are still what was written (spec §7). */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams, SERVICES } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { keysetOf, keysetPaging } from '#shared/paging.ts';
import { findingSchema } from './chain/findings.rules.ts';

const access = { permission: 'logs:view' } as const;
/** An address or a network: 10.0.0.0/8. */
const ip = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).optional();
const days = { from: daySchema.optional(), to: daySchema.optional() };

export const LOGIN_ACTIONS = ['login', 'logout', 'refresh_reuse'] as const;

const loginSchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  action: z.string(),
  succeeded: z.boolean(),
  reason: z.string().nullable(),
  /** How they proved who they are: password, code, recovery, provider. */
  method: z.string(),
  userId: z.uuid().nullable(),
  /** Of the account; null if the login names none. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  /** As it was typed; a phone by its last digits. */
  login: z.string(),
  ip: z.string().nullable(),
  device: z.string(),
});
export type LoginEntry = z.infer<typeof loginSchema>;

export const listLogins = endpoint({
  service: 'role',
  method: 'GET',
  path: '/logs',
  summary: 'Sign-ins, refused sign-ins and sign-outs, newest first',
  access,
  rate: 'search',
  query: keysetPaging({
    service: z.literal('login_logout').default('login_logout'),
    action: z.enum(LOGIN_ACTIONS).optional(),
    result: z.enum(['succeeded', 'refused']).optional(),
    userId: z.uuid().optional(),
    ip,
    ...days,
  }),
  output: keysetOf(loginSchema),
});
export const listLoginsDownload = exportOf(listLogins);

const entrySchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  actorId: z.uuid().nullable(),
  actorName: z.string(),
  role: z.string(),
  ip: z.string().nullable(),
  requestId: z.string(),
  /** `noun.verb` */
  action: z.string(),
  object: z.string(),
  objectId: z.string(),
  /** What people call the record, if it still exists: a number and a name. */
  objectName: z.string().nullable(),
  /** The service whose calls leave such entries. */
  service: z.enum(SERVICES),
  reason: z.string().nullable(),
  /** Names of the fields that differ. */
  changed: z.array(z.string()),
});
export type AuditEntry = z.infer<typeof entrySchema>;

export const listAudit = endpoint({
  service: 'role',
  method: 'GET',
  path: '/audit-logs',
  summary: 'Changes of money, rights, identity, settings and state, newest first',
  access,
  rate: 'search',
  query: keysetPaging({
    service: z.enum(SERVICES).optional(),
    /** An action, or all of a noun: `consumer.edit`, `consumer`. */
    action: z
      .string()
      .regex(/^[a-z][a-z_-]*(\.[a-z][a-z_-]*)?$/)
      .max(80)
      .optional(),
    object: z
      .string()
      .regex(/^[a-z][a-z_-]*$/)
      .max(60)
      .optional(),
    objectId: z.string().trim().min(1).max(100).optional(),
    actorId: z.uuid().optional(),
    ip,
    ...days,
  }),
  output: keysetOf(entrySchema),
});
export const listAuditDownload = exportOf(listAudit);

const state = z.record(z.string(), z.unknown()).nullable();

export const getAuditEntry = endpoint({
  service: 'role',
  method: 'GET',
  path: '/audit-logs/{id}',
  summary: 'One entry with what was before and after, and its seal (the path is ours)',
  access,
  params: idParams,
  output: entrySchema.extend({
    before: state,
    after: state,
    /** Names of the records that the fields name by their id. */
    names: z.record(z.string(), z.string()),
    seal: z.object({ position: z.int(), sealedAt: instantSchema, hash: z.string() }).nullable(),
  }),
});

export const getChain = endpoint({
  service: 'role',
  method: 'GET',
  path: '/audit-log-chain',
  summary: 'How far the logs are sealed and when they were last verified (the path is ours)',
  access,
  output: z.object({
    sealed: z.int(),
    sealedAt: instantSchema.nullable(),
    /** `position:hash`, to be kept somewhere else. */
    head: z.string().nullable(),
    check: z
      .object({ at: instantSchema, by: z.string(), rows: z.int(), findings: z.array(findingSchema) })
      .nullable(),
  }),
});

export const verifyLogs = endpoint({
  service: 'role',
  method: 'POST',
  path: '/audit-log-chain/verify',
  summary: 'Verify the chain of seals in the background (the path is ours)',
  access,
  rate: 'export',
  output: done,
  audit: 'audit-log.verify',
});
