/** The entry `website`: what the sign-in screen and the portal say beside the utility's own name. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { MAINTENANCE_PERMISSION } from '#shared/permissions.ts';
import { blankSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';

/** Their order is the order of their parts. */
export const LANGUAGE_CHOICES = ['en_bn', 'bn_en', 'en', 'bn'] as const;

export const PICTURE_KINDS = ['logo', 'favicon'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** In pixels. A logo is made smaller until it fits; the icon is cropped to its size. */
export const PICTURE_SIZES = {
  logo: { width: 480, height: 160 },
  favicon: { width: 64, height: 64 },
} as const;

const link = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default('');

export const websiteSchema = z.object({
  /** Behind the © and the year; the utility's name if empty. */
  footerEn: blankSchema(160),
  footerBn: blankSchema(160),
  supportPhone: blankSchema(30),
  supportHoursEn: blankSchema(120),
  supportHoursBn: blankSchema(120),
  facebook: link,
  youtube: link,
  /** On the maintenance screen, instead of the usual sentence. */
  maintenanceEn: blankSchema(300),
  maintenanceBn: blankSchema(300),
  /** Which languages people may choose; the first is shown to people who have chosen none. */
  languages: z.enum(LANGUAGE_CHOICES).default('en_bn'),
  /** Ids of own pictures. */
  logo: z.uuid().nullable().default(null),
  favicon: z.uuid().nullable().default(null),
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
  refuses: [errors.picture_unknown],
});

export const addPicture = endpoint({
  service: 'main',
  method: 'POST',
  path: '/settings/website/picture',
  summary: 'A logo or an icon, made again; it counts when the website is saved with it (the path is ours)',
  access: { permission: 'settings:edit' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ kind: z.enum(PICTURE_KINDS) }),
  output: z.object({ id: z.uuid(), width: z.int(), height: z.int() }),
  audit: { none: 'counts only when the website is saved with it, which is audited' },
});

export const getPicture = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/website/picture/{id}',
  summary: 'The logo or the icon in force (the path is ours)',
  access: { public: 'the login page and the tab of every browser show it' },
  openInMaintenance: 'the page of maintenance shows it',
  kind: 'download',
  params: idParams,
  output: z.never(),
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
