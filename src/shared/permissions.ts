/**
 * Types of permissions and the built-in roles. A permission is `module:feature`, the specification's `match` value
 * (§3 userPermission): endpoints and menu entries name it, a role's rows grant it. Each domain declares its own in
 * its words.ts and merges them into `PermissionWords`; there is no list here.
 */

/** module → its features. Each domain's words.ts merges its modules into it. */
// biome-ignore lint/suspicious/noEmptyInterface: every domain's words.ts declares its modules into it
export interface PermissionWords {}

/** A permission, for example `bill-runs:approve`. */
export type Permission = {
  [M in keyof PermissionWords & string]: `${M}:${PermissionWords[M] & string}`;
}[keyof PermissionWords & string];

/** Who goes on working during maintenance, and switches it: one word, so that nobody locks themselves out. */
export const MAINTENANCE_PERMISSION = 'settings:maintenance' satisfies Permission;

/** The specification's roles (§6) and the staff roles of the demo town. `admin` holds every permission. */
export const BUILT_IN_ROLES = [
  'admin',
  'reviewer',
  'cashier',
  'reader',
  'surveyor',
  'installer',
  'engineer',
  'rajukSAE',
  'rajukAE',
  'rajukPD',
  'rajukPM',
  'consumer',
] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** Planning authority roles get the panel set only (spec §6). */
export const PLANNING_ROLES: readonly string[] = ['rajukSAE', 'rajukAE', 'rajukPD', 'rajukPM'];
