/** How staff arrange their lists: density, columns, saved views and pins (the paths are ours). */
import { z } from 'zod';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';

export const errors = errorCodes('identity', {
  view_name_taken: { status: 409, constraint: 'list_views_name_key', field: 'name' },
  /** Sharing with a role or with everybody is for those who may edit the settings. */
  view_not_shareable: { status: 422, field: 'audience' },
  view_unknown_list: { status: 422 },
  view_unknown_role: { status: 422, field: 'roleCode' },
  too_many_views: { status: 422 },
  too_many_lists: { status: 422 },
});

/** Views a person may keep, and lists a person may arrange. */
export const VIEWS_MAX = 100;
export const LAYOUTS_MAX = 200;

const densitySchema = z.enum(['comfortable', 'normal', 'compact']);
const listSchema = z
  .string()
  .max(100)
  .regex(/^\/[\w$/-]+$/);
const columnKeys = z.array(z.string().regex(/^[A-Za-z][\w-]{0,39}$/)).max(60);
const VALUES_MAX = 30;
/** Names and values of the address. */
const viewQuery = z
  .record(z.string().regex(/^[A-Za-z]\w{0,39}$/), z.string().max(200))
  .refine((query) => Object.keys(query).length <= VALUES_MAX, { error: 'common.invalid_input' });

const layout = {
  /** Keys of all columns that were known when it was arranged; newer ones come last. */
  order: columnKeys,
  hidden: columnKeys,
};
const viewFields = {
  name: lineSchema(60),
  audience: z.enum(['own', 'role', 'all']),
  /** Of an audience `role`. */
  roleCode: z.string().max(60).nullable().default(null),
  query: viewQuery,
  ...layout,
  density: densitySchema.nullable().default(null),
};
const view = z.object({ id: z.uuid(), list: listSchema, ...viewFields }).extend({
  ownerName: z.string(),
  isOwn: z.boolean(),
  mayEdit: z.boolean(),
  isPinned: z.boolean(),
  version: z.int(),
});
export type ListView = z.infer<typeof view>;

const OWN = { signedIn: 'own arrangement of lists; staff' };
const NO_AUDIT = { none: 'arranges the screen of one person' };

export const listPreferences = endpoint({
  service: 'social',
  method: 'GET',
  path: '/user/list-preferences',
  summary: 'Own density, columns and default views, and the saved views that one may see',
  access: OWN,
  output: z.object({
    density: densitySchema.nullable(),
    layouts: z.array(z.object({ list: listSchema, ...layout, defaultViewId: z.uuid().nullable() })),
    views: z.array(view),
    mayShare: z.boolean(),
  }),
  refuses: [commonErrors.not_permitted],
});

export const saveListDensity = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/list-preferences/density',
  summary: 'Height of the rows of all own lists',
  access: OWN,
  body: z.object({ density: densitySchema }),
  output: done,
  audit: NO_AUDIT,
  refuses: [commonErrors.not_permitted],
});

export const saveListLayout = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/list-preferences/layout',
  summary: 'Order and choice of the columns of a list; both empty: as the list comes',
  access: OWN,
  body: z.object({ list: listSchema, ...layout }),
  output: done,
  audit: NO_AUDIT,
  refuses: [commonErrors.not_permitted, errors.too_many_lists],
});

export const chooseDefaultView = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/list-preferences/default-view',
  summary: 'The view in which a list opens; null: as the list comes',
  access: OWN,
  body: z.object({ list: listSchema, viewId: z.uuid().nullable() }),
  output: done,
  audit: NO_AUDIT,
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    errors.too_many_lists,
    errors.view_unknown_list,
  ],
});

export const createListView = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/list-views',
  summary: 'Save the state of a list under a name; for others only with settings:edit',
  access: OWN,
  body: z.object({
    list: listSchema,
    /** Service and path of the endpoint whose rows the list shows: `main/sector/list`. */
    endpoint: z.string().max(120),
    ...viewFields,
  }),
  output: view,
  audit: 'list-view.create',
  refuses: [
    commonErrors.not_permitted,
    errors.too_many_views,
    errors.view_name_taken,
    errors.view_not_shareable,
    errors.view_unknown_list,
    errors.view_unknown_role,
  ],
});

export const changeListView = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/list-views/{id}',
  summary: 'Rename a saved view, share it, or replace what it shows',
  access: OWN,
  params: idParams,
  body: z.object({ ...viewFields, version: z.int() }),
  output: view,
  audit: 'list-view.change',
  refuses: [
    commonErrors.not_permitted,
    errors.view_name_taken,
    errors.view_not_shareable,
    errors.view_unknown_role,
  ],
});

export const deleteListView = endpoint({
  service: 'social',
  method: 'DELETE',
  path: '/user/list-views/{id}',
  summary: 'Delete a saved view',
  access: OWN,
  params: idParams,
  output: done,
  audit: 'list-view.delete',
  refuses: [commonErrors.not_permitted],
});

export const pinListView = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/list-views/{id}/pin',
  summary: "Show a saved view in one's own sidebar, or no longer",
  access: OWN,
  params: idParams,
  body: z.object({ isPinned: z.boolean() }),
  output: done,
  audit: NO_AUDIT,
  refuses: [commonErrors.not_permitted],
});
