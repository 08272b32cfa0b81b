/** The entry `website`: what the sign-in screen and the portal say beside the utility's own name. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { MAINTENANCE_PERMISSION } from '#shared/permissions.ts';

const line = (max: number) => z.string().normalize('NFC').trim().max(max).default('');
const link = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default('');

export const websiteSchema = z.object({
  /** Behind the © and the year; the utility's name if empty. */
  footerEn: line(160),
  footerBn: line(160),
  supportPhone: line(30),
  supportHoursEn: line(120),
  supportHoursBn: line(120),
  facebook: link,
  youtube: link,
  /** On the maintenance screen, instead of the usual sentence. */
  maintenanceEn: line(300),
  maintenanceBn: line(300),
});
export type Website = z.output<typeof websiteSchema>;

/** Not a field of the texts: who saves a text does not switch it, and an earlier text does not switch it back. */
export const maintenanceSwitch = z.object({ on: z.boolean(), version: z.int() });
export type MaintenanceSwitch = z.output<typeof maintenanceSwitch>;

const state = z.object({ website: websiteSchema, version: z.int() });

export const getWebsite = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/website',
  summary: 'What the sign-in screen and the portal say (the path is ours)',
  access: { permission: 'settings:view' },
  output: state,
});

export const updateWebsite = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/website',
  summary: 'Change what the sign-in screen and the portal say (the path is ours)',
  access: { permission: 'settings:edit' },
  body: state,
  output: state,
  audit: 'settings.update',
});

export const getMaintenance = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/maintenance',
  summary: 'Whether maintenance is on (the path is ours)',
  access: { permission: MAINTENANCE_PERMISSION },
  output: maintenanceSwitch.extend({
    /** The environment says so, for any state of the switch. */
    byProgram: z.boolean(),
  }),
});

export const updateMaintenance = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/maintenance',
  summary: 'Switch maintenance on or off: then only who has this permission is served (the path is ours)',
  access: { permission: MAINTENANCE_PERMISSION },
  body: maintenanceSwitch,
  output: maintenanceSwitch,
  audit: 'settings.update',
});
