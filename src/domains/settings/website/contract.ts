/** The entry `website`: what the sign-in screen and the portal say beside the utility's own name. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

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
