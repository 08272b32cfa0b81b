/**
 * Every permission word, `module:feature`. These are the specification's `match` values (§3 userPermission):
 * a role's rows grant them, endpoints and menu entries name them. Adding a word here is the only way to add one.
 */

export const PERMISSION_MODULES = {
  dashboard: ['view'],
  settings: ['view', 'edit'],
  sectors: ['view', 'edit'],
  roads: ['view', 'edit'],
  materials: ['view', 'edit'],
  roles: ['view', 'edit'],
  users: ['view', 'edit'],
  consumers: ['view', 'edit', 'import', 'delete'],
  meters: ['view', 'edit', 'change'],
  readings: ['view', 'create', 'import', 'review', 'delete'],
  applications: [
    'view',
    'create',
    'edit',
    'accept',
    'auto-approve',
    'assign',
    'letter',
    'survey',
    'approve-survey',
    'install',
    'confirm-install',
    'recorrect',
    'hold',
    'suspend',
    'reject',
    'withdraw',
    'reopen',
    'archive',
    'delete',
  ],
  noc: ['view', 'remark', 'decide', 'desks'],
  'demand-notes': ['view', 'pay-counter', 'pay-online'],
  tariffs: ['view', 'edit', 'approve', 'quote'],
  'bill-runs': ['view', 'plan', 'approve', 'post', 'reverse'],
  invoices: ['view', 'cancel', 'adjust'],
  payments: ['view', 'take', 'pay-online', 'reverse', 'revalidate', 'refund', 'approve-refund'],
  wallet: ['view', 'manage', 'own'],
  'work-orders': ['view', 'create', 'process', 'review'],
  ownership: ['view', 'request', 'decide'],
  support: ['view', 'create', 'answer'],
  messaging: ['view', 'send'],
  pumps: ['view', 'edit'],
  reports: ['view'],
  cms: ['edit'],
  logs: ['view'],
} as const;

type Modules = typeof PERMISSION_MODULES;
/** A permission word, for example `bill-runs:approve`. */
export type Permission = { [M in keyof Modules & string]: `${M}:${Modules[M][number]}` }[keyof Modules &
  string];

/** All words, in the order above. */
export const ALL_PERMISSIONS: Permission[] = Object.entries(PERMISSION_MODULES).flatMap(
  ([module, features]) => features.map((feature) => `${module}:${feature}` as Permission),
);

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

const planning: Permission[] = [
  'dashboard:view',
  'noc:view',
  'noc:remark',
  'noc:decide',
  'applications:recorrect',
];

/** What each built-in role is granted at first; the rows in roles.role_permissions are the truth afterwards. */
export const DEFAULT_GRANTS: Record<BuiltInRole, readonly Permission[]> = {
  admin: ALL_PERMISSIONS,
  reviewer: [
    'dashboard:view',
    'sectors:view',
    'roads:view',
    'materials:view',
    'consumers:view',
    'consumers:edit',
    'consumers:import',
    'meters:view',
    'meters:edit',
    'meters:change',
    'readings:view',
    'readings:create',
    'readings:import',
    'readings:review',
    'applications:view',
    'applications:create',
    'applications:edit',
    'applications:accept',
    'applications:auto-approve',
    'applications:assign',
    'applications:letter',
    'applications:recorrect',
    'applications:hold',
    'applications:reject',
    'applications:archive',
    'noc:view',
    'demand-notes:view',
    'tariffs:view',
    'tariffs:quote',
    'bill-runs:view',
    'bill-runs:plan',
    'bill-runs:post',
    'invoices:view',
    'invoices:cancel',
    'invoices:adjust',
    'payments:view',
    'payments:refund',
    'payments:approve-refund',
    'reports:view',
  ],
  cashier: [
    'dashboard:view',
    'sectors:view',
    'consumers:view',
    'applications:view',
    'applications:withdraw',
    'demand-notes:view',
    'demand-notes:pay-counter',
    'invoices:view',
    'payments:view',
    'payments:take',
    'payments:revalidate',
    'payments:refund',
  ],
  reader: [
    'dashboard:view',
    'sectors:view',
    'roads:view',
    'meters:view',
    'readings:view',
    'readings:create',
    'readings:import',
  ],
  surveyor: [
    'dashboard:view',
    'applications:view',
    'applications:survey',
    'applications:recorrect',
    'materials:view',
  ],
  installer: ['dashboard:view', 'sectors:view', 'applications:view', 'applications:install', 'meters:view'],
  engineer: [
    'dashboard:view',
    'sectors:view',
    'applications:view',
    'applications:assign',
    'applications:approve-survey',
    'applications:confirm-install',
    'materials:view',
    'meters:view',
    'bill-runs:view',
    'bill-runs:approve',
    'invoices:view',
    'invoices:cancel',
    'invoices:adjust',
    'tariffs:view',
    'tariffs:approve',
    'tariffs:quote',
  ],
  rajukSAE: planning,
  rajukAE: planning,
  rajukPD: [...planning, 'noc:desks'],
  rajukPM: planning,
  consumer: [
    'dashboard:view',
    'sectors:view',
    'roads:view',
    'applications:view',
    'applications:create',
    'applications:edit',
    'applications:withdraw',
    'applications:delete',
    'demand-notes:view',
    'demand-notes:pay-online',
    'readings:view',
    'invoices:view',
    'payments:view',
    'payments:pay-online',
    'wallet:own',
    'support:view',
    'support:create',
    'ownership:view',
    'ownership:request',
  ],
};

/** True where a text is a permission word that exists. */
export function isPermission(word: string): word is Permission {
  return (ALL_PERMISSIONS as string[]).includes(word);
}
