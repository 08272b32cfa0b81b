/**
 * What the utility is, and the set-up of an empty installation (spec §7 "Settings"; places and materials are in their
 * folders).
 */
import { z } from 'zod';
import { done, endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { passwordErrors } from '#shared/password-errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { blankSchema, emailSchema, lineSchema, passwordSchema } from '#shared/text.ts';

export const errors = errorCodes('settings', {
  sector_number_taken: { status: 409, constraint: 'sectors_number_key', field: 'number' },
  sector_has_roads: { status: 409, constraint: 'roads_sector_id_fkey' },
  /** With counts of what prevents it; the ones above and below are for what comes in between. */
  sector_still_used: { status: 409 },
  unknown_sector: { status: 422, field: 'sectorId' },
  road_number_taken: { status: 409, constraint: 'roads_sector_number_key', field: 'number' },
  road_still_used: { status: 409 },
  dma_number_taken: { status: 409, constraint: 'dmas_number_key', field: 'number' },
  dma_in_use: { status: 409, constraint: 'sectors_dma_id_fkey' },
  dma_still_used: { status: 409 },
  unknown_dma: { status: 422, field: 'dmaId' },
  material_name_taken: { status: 409, constraint: 'materials_name_key', field: 'nameEn' },
  material_still_used: { status: 409 },
  /** Quantities are written in it. params as of material_still_used */
  unit_still_used: { status: 409, field: 'unit' },
  rate_in_past: { status: 422, field: 'effectiveFrom' },
  /** It counts already: another one from a later day takes its place. */
  rate_in_force: { status: 409, field: 'effectiveFrom' },
  /** The only rate of a material stays. */
  rate_needed: { status: 409 },
  import_file_missing: { status: 422 },
  /** params: title */
  import_column_missing: { status: 422 },
  /** Each bad cell is a field error of its own, with params: row. */
  import_invalid: { status: 422 },
  /** What would be saved is not what was shown: somebody changed it in between. */
  import_outdated: { status: 409 },
  import_repeated: { status: 422 },
  import_number_wrong: { status: 422 },
  import_day_wrong: { status: 422 },
  import_type_wrong: { status: 422 },
  /** Somebody has an account already, or the link is not the one that was printed last. */
  setup_closed: { status: 409 },
  /** No picture of that kind was sent. */
  picture_unknown: { status: 422 },
  /** Each bad row of the list of sectors and roads is a field error of its own, with params: row. */
  places_invalid: { status: 422 },
  place_incomplete: { status: 422 },
  place_repeated: { status: 422 },
  place_too_long: { status: 422 },
});

const language = z.enum(['en', 'bn']);

/** The entry `utility`: what is on screens, bills and letters. */
export const utilitySchema = z.object({
  nameEn: lineSchema(120),
  nameBn: lineSchema(120),
  addressEn: blankSchema(300),
  addressBn: blankSchema(300),
  phone: blankSchema(30),
  email: z.union([z.literal(''), emailSchema]).default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Comes after every page title; in Bengali the name if it is empty. */
  titleSuffix: lineSchema(60),
  titleSuffixBn: blankSchema(60),
  /** For people who chose none, and for messages to them. */
  language: language.default('en'),
});
export type Utility = z.output<typeof utilitySchema>;

const settingsSchema = z.object({ utility: utilitySchema, version: z.int() });

export const getSettings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/get',
  summary: 'The settings of the utility',
  access: { permission: 'settings:view' },
  output: settingsSchema,
});

export const updateSettings = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings',
  summary: 'Change the settings of the utility',
  access: { permission: 'settings:edit' },
  body: settingsSchema,
  output: settingsSchema,
  audit: 'settings.update',
});

/** The source of sectors and roads at set-up: a sample to start with, a list, or later by hand. */
export const placesChoice = z.discriminatedUnion('from', [
  z.object({ from: z.literal('sample') }),
  z.object({ from: z.literal('list'), text: z.string().max(1_000_000) }),
  z.object({ from: z.literal('nothing') }),
]);
export type PlacesChoice = z.infer<typeof placesChoice>;

export const setupBody = z.object({
  token: z.string().min(1).max(100),
  language,
  utility: utilitySchema.pick({ nameEn: true, nameBn: true, addressEn: true, addressBn: true }),
  admin: z.object({
    name: lineSchema(120),
    email: emailSchema,
    phone: phoneSchema,
    password: passwordSchema,
  }),
  places: placesChoice,
  tariff: z.enum(['dhaka-wasa', 'nothing']).default('nothing'),
});
export type SetupInput = z.output<typeof setupBody>;

export const getSetup = endpoint({
  service: 'main',
  method: 'GET',
  path: '/setup',
  summary: 'Whether the installation waits to be set up (the path is ours)',
  access: { public: 'before an account exists; tells nothing else' },
  openInMaintenance: 'nobody is there yet who could end it',
  output: z.object({
    open: z.boolean(),
    /** The demo town instead of a utility of one's own: being made, to be signed in to, or given up. */
    demo: z.enum(['making', 'ready', 'failed']).nullable(),
  }),
});

export const makeDemoTown = endpoint({
  service: 'main',
  method: 'POST',
  path: '/setup/demo',
  summary: 'Fill the empty installation with the demo town, in the background (the path is ours)',
  access: { public: 'the one-time token of the printed link is the credential' },
  openInMaintenance: 'nobody is there yet who could end it',
  rate: 'login',
  body: z.object({ token: z.string().min(1).max(100) }),
  output: done,
  audit: 'demo-town.begin',
  refuses: [errors.setup_closed],
});

export const checkSetupPlaces = endpoint({
  service: 'main',
  method: 'POST',
  path: '/setup/places',
  summary: 'Try a list of sectors and roads without keeping it (the path is ours)',
  access: { public: 'the one-time token of the printed link is the credential' },
  openInMaintenance: 'nobody is there yet who could end it',
  rate: 'login',
  body: z.object({ token: z.string().min(1).max(100), text: z.string().max(1_000_000) }),
  output: z.object({ sectors: z.int(), roads: z.int() }),
  audit: { none: 'changes nothing' },
  refuses: [errors.places_invalid, errors.setup_closed],
});

export const runSetup = endpoint({
  service: 'main',
  method: 'POST',
  path: '/setup',
  summary: 'Set the installation up, once (the path is ours)',
  access: { public: 'the one-time token of the printed link is the credential' },
  openInMaintenance: 'nobody is there yet who could end it',
  rate: 'login',
  body: setupBody,
  output: done,
  audit: 'setup.run',
  refuses: [errors.places_invalid, errors.setup_closed, passwordErrors.weak_password],
});
