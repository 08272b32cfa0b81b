/** Staff accounts (spec §7 "Users and roles"). Consumers' accounts are made by their registration. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, passwordSchema, plainText } from '#shared/text.ts';
import { errors as identityErrors } from '../contract.ts';

const status = z.enum(['active', 'disabled']);

export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string(),
  roleName: z.string(),
  status,
  /** Why and since when it is not active; '' and null if nobody gave a reason. */
  statusReason: z.string(),
  statusAt: instantSchema.nullable(),
  /** Opens the photo without a session for a day; null if there is none. */
  imageLink: z.string().nullable(),
  signatureLink: z.string().nullable(),
  /** False until the person has used the link that was sent. */
  hasPassword: z.boolean(),
  /** Signs in with a second step. */
  twoFactor: z.boolean(),
  lastLoginAt: instantSchema.nullable(),
  createdAt: instantSchema,
  version: z.int(),
});
export type User = z.infer<typeof userSchema>;

export const userBody = z.object({
  name: lineSchema(120),
  email: emailSchema,
  phone: phoneSchema,
  /** Code of the role. */
  role: z.string().min(1, { error: 'common.choose_one' }).max(40),
});

export const listUsers = endpoint({
  service: 'role',
  method: 'GET',
  path: '/users',
  summary: 'Staff accounts',
  access: { permission: 'users:view' },
  query: paging(['name', 'role', 'lastLoginAt', 'createdAt'], {
    /** `invited`: active, but the link to choose a password was not used yet. */
    status: z.enum(['active', 'invited', 'disabled']).optional(),
    role: z.string().max(40).optional(),
  }),
  output: listOf(userSchema),
});

export const listUsersDownload = exportOf(listUsers);

export const getUser = endpoint({
  service: 'role',
  method: 'GET',
  path: '/users/{id}',
  summary: 'One staff account',
  access: { permission: 'users:view' },
  params: idParams,
  output: userSchema,
});

export const createUser = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/create',
  summary: 'Make a staff account and send a one-time link to choose the password',
  access: { permission: 'users:edit' },
  body: userBody.extend({ language: z.enum(['en', 'bn']).default('en') }),
  output: userSchema,
  audit: 'user.create',
  refuses: [identityErrors.email_taken, identityErrors.phone_taken, identityErrors.unknown_role],
});

export const editUser = endpoint({
  service: 'role',
  method: 'PUT',
  path: '/user/edit',
  summary: 'Change name, e-mail, phone and role of a staff account',
  access: { permission: 'users:edit' },
  body: userBody.extend({
    ...{ id: z.uuid(), version: z.int() },
    /** Who goes on with the open work that the other role may not do. */
    handOverTo: z.uuid().optional(),
  }),
  output: userSchema,
  audit: ['user.edit', 'user.password-link'],
  refuses: [
    identityErrors.last_admin,
    identityErrors.email_taken,
    identityErrors.open_work,
    identityErrors.own_account,
    identityErrors.phone_taken,
    identityErrors.successor_may_not,
    identityErrors.unknown_role,
    commonErrors.not_found,
  ],
});

const reason = z.string().overwrite(plainText).trim().max(500);

export const setUserStatus = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/status',
  summary:
    'Deactivate a staff account, which ends its sessions at once, or activate it again (the path is ours)',
  access: { permission: 'users:edit' },
  body: z.object({
    id: z.uuid(),
    version: z.int(),
    status,
    /** Asked for when deactivating. */
    reason: reason.default(''),
    /** Who goes on with the open work; without one work orders are to be assigned again, and other work stays with the person. */
    handOverTo: z.uuid().optional(),
  }),
  output: userSchema,
  audit: ['user.activate', 'user.deactivate'],
  refuses: [
    commonErrors.not_found,
    identityErrors.own_account,
    identityErrors.reason_required,
    identityErrors.last_admin,
    identityErrors.successor_may_not,
  ],
});

export const getOpenWork = endpoint({
  service: 'role',
  method: 'GET',
  path: '/users/{id}/open-work',
  summary: 'Open work of a staff account, and who may take all of it over (the path is ours)',
  access: { permission: 'users:edit' },
  params: idParams,
  /** Only what the person may not do any more by this role. */
  query: z.object({ role: z.string().max(40).optional() }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.string(),
        title: z.object({ en: z.string(), bn: z.string() }),
        count: z.int().min(1),
      }),
    ),
    successors: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.string(), roleName: z.string() })),
  }),
});
export type OpenWorkAnswer = z.infer<(typeof getOpenWork)['output']>;

export const checkUser = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/check',
  summary: 'Whether an e-mail or phone is free; `id` is the account that may have it',
  access: { permission: 'users:edit' },
  body: z.object({
    email: emailSchema.optional(),
    phone: phoneSchema.optional(),
    id: z.uuid().optional(),
  }),
  output: z.object({ emailFree: z.boolean(), phoneFree: z.boolean() }),
  audit: { none: 'asks only' },
});

export const deleteUser = endpoint({
  service: 'role',
  method: 'DELETE',
  path: '/user/delete/{id}',
  summary: 'Close a staff account for good and hand its open work over; the name stays in the history',
  access: { permission: 'users:edit' },
  params: idParams,
  body: z.object({ handOverTo: z.uuid().optional(), reason: reason.default('') }),
  output: done,
  audit: 'user.delete',
  refuses: [
    identityErrors.last_admin,
    identityErrors.open_work,
    identityErrors.own_account,
    identityErrors.successor_may_not,
  ],
});

export const sendPasswordLink = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/password/link',
  summary: 'Send a new one-time link to choose the password (the path is ours)',
  access: { permission: 'users:edit' },
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: 'user.password-link',
  refuses: [commonErrors.not_found, identityErrors.user_inactive],
});

export const resetPassword = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/password/reset',
  summary: 'Choose a password with a one-time link; ends all sessions of the account',
  access: { public: 'the token of the link is the credential' },
  openInMaintenance: 'an administrator who forgot the password could else not end it',
  rate: 'link',
  body: z.object({ token: z.string().min(1).max(100), password: passwordSchema }),
  output: done,
  audit: 'user.password',
  refuses: [identityErrors.link_invalid, identityErrors.short_password, identityErrors.weak_password],
});
