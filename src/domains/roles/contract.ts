/** Roles and their permissions (spec §6, §7 "Users and roles"). */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { blankSchema, lineSchema } from '#shared/text.ts';

export const errors = errorCodes('roles', {
  code_taken: { status: 409, constraint: 'roles_code_key', field: 'code' },
  in_use: { status: 409, constraint: 'users_role_id_fkey' },
  built_in: { status: 409 },
  /** Nobody takes the right to edit roles from the role they have, or puts that role out of use. */
  own_role: { status: 409 },
  /** Consumers' calls show a consumer's own rows; those of other words do not. */
  not_for_consumers: { status: 422 },
  unknown_permission: { status: 422, constraint: 'role_permissions_permission_fkey' },
});

/** `module:feature`; the list of them is roles.permissions. */
const permission = z.string().regex(/^[a-z-]{1,40}:[a-z-]{1,40}$/);
const MOST_PERMISSIONS = 1000;

export const roleSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'inactive']),
  builtIn: z.boolean(),
  /** How many have it: a role with people is not deleted. */
  people: z.int(),
  createdAt: instantSchema,
  version: z.int(),
});
export type Role = z.infer<typeof roleSchema>;

const roleBody = z.object({
  name: lineSchema(60),
  description: blankSchema(500),
  status: z.enum(['active', 'inactive']).default('active'),
});

export const listRoles = endpoint({
  service: 'role',
  method: 'GET',
  path: '/role',
  summary: 'Roles',
  access: { permission: 'roles:view' },
  query: paging(['name', 'createdAt'], { status: z.enum(['active', 'inactive']).optional() }),
  output: listOf(roleSchema),
});

export const listRolesDownload = exportOf(listRoles);

export const getRole = endpoint({
  service: 'role',
  method: 'GET',
  path: '/role/{id}',
  summary: 'One role with its permissions',
  access: { permission: 'roles:view' },
  params: idParams,
  output: roleSchema.extend({ permissions: z.array(permission) }),
});

export const createRole = endpoint({
  service: 'role',
  method: 'POST',
  path: '/role/create',
  summary: 'Create a role, empty or with the permissions of another',
  access: { permission: 'roles:edit' },
  body: roleBody.extend({
    code: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{1,39}$/, { error: 'roles.code_form' })
      // The rules of applications know the planning authority by it: the program's own roles, and no others.
      .refine((code) => !code.startsWith('rajuk'), { error: 'roles.code_of_planners' }),
    copyOf: z.uuid().optional(),
  }),
  output: roleSchema,
  audit: 'role.create',
  refuses: [commonErrors.not_found, errors.code_taken, errors.not_for_consumers],
});

export const editRole = endpoint({
  service: 'role',
  method: 'PUT',
  path: '/role/edit',
  summary:
    'Rename, describe or deactivate a role; work of people whose role is put out of use is handed over',
  access: { permission: 'roles:edit' },
  body: roleBody.extend({ id: z.uuid(), version: z.int() }),
  output: roleSchema,
  audit: 'role.edit',
  refuses: [errors.built_in, errors.own_role, commonErrors.not_found],
});

export const deleteRole = endpoint({
  service: 'role',
  method: 'DELETE',
  path: '/role/delete/{id}',
  summary: 'Delete a role that nobody has',
  access: { permission: 'roles:edit' },
  params: idParams,
  output: done,
  audit: 'role.delete',
  refuses: [errors.built_in, errors.in_use],
});

export const listModules = endpoint({
  service: 'role',
  method: 'GET',
  path: '/module',
  summary: 'Modules and features that permissions name (match)',
  access: { permission: 'roles:view' },
  output: z.object({
    items: z.array(
      z.object({ match: z.string(), features: z.array(z.object({ match: permission, name: z.string() })) }),
    ),
  }),
});

export const getLostWork = endpoint({
  service: 'role',
  method: 'GET',
  path: '/role/{id}/open-work',
  summary: 'Open work that the people of a role may not do without these permissions (the path is ours)',
  access: { permission: 'roles:edit' },
  params: idParams,
  /** Permissions that are to be taken away, with commas between them; left out: all of them, because the role is put out of use. */
  query: z.object({ taken: z.string().max(12_000).optional() }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.string(),
        title: z.object({ en: z.string(), bn: z.string() }),
        /** How many people have some of it. */
        people: z.int().min(1),
        count: z.int().min(1),
      }),
    ),
  }),
});

export const setPermission = endpoint({
  service: 'role',
  method: 'POST',
  path: '/set-permission',
  summary:
    "Replace a role's permission list; refused if somebody else changed it meanwhile. Work that its people may not do any more is handed over",
  access: { permission: 'roles:edit' },
  body: z.object({
    roleId: z.uuid(),
    /** Of the role whose list was changed. */
    version: z.int(),
    permissions: z.array(permission).max(MOST_PERMISSIONS),
  }),
  output: z.object({ permissions: z.array(permission), version: z.int() }),
  audit: 'role.permissions',
  refuses: [
    commonErrors.not_found,
    errors.built_in,
    errors.not_for_consumers,
    errors.own_role,
    errors.unknown_permission,
  ],
});
