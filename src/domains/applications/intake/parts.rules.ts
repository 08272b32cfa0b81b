/**
 * The parts of an application: as they may be in a draft (all that was typed so far), and as they must be to
 * be submitted. Both sides check with the strict ones; the draft ones only bound the sizes.
 */
import { z } from 'zod';
import { plotSchema } from '#domains/settings/plot-numbers.rules.ts';
import { daySchema } from '#shared/dates.ts';
import type { FieldError } from '#shared/errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, nidSchema } from '#shared/text.ts';

export const PART_NAMES = ['applicant', 'owner', 'plumber', 'building'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** What an approval of the planning authority is about as a whole: whose plot, and which building. */
export const isOfApproval = (part: string): boolean => part === 'owner' || part === 'building';
/** And of the applicant: who they are; a telephone number may be another one later. */
export const OF_IDENTITY: readonly string[] = ['name', 'nameBn', 'nid', 'fatherOrSpouse', 'isOwner'];

const blank = z.literal('').transform(() => undefined);
const optionalLine = (max: number) => z.union([blank, lineSchema(max)]).optional();

/** Who asks. */
export const applicantSchema = z.object({
  name: lineSchema(120),
  nameBn: optionalLine(120),
  fatherOrSpouse: optionalLine(120),
  phone: phoneSchema,
  email: z.union([blank, emailSchema]).optional(),
  nid: nidSchema,
  dateOfBirth: z.union([blank, daySchema]).optional(),
  address: lineSchema(300),
  /** The plot is the applicant's own: no owner part, no power of attorney. */
  isOwner: z.boolean(),
});

/** Specification §5: who asks was born before today. What is no day, the schema finds. */
export function birthProblems(applicant: { dateOfBirth?: unknown }, today: string): FieldError[] {
  const { data } = daySchema.safeParse(applicant.dateOfBirth);
  return data !== undefined && data >= today ? [{ path: 'dateOfBirth', code: 'common.birth_in_future' }] : [];
}

/** Whose plot it is, if that is somebody else. */
export const ownerSchema = z.object({
  name: lineSchema(120),
  fatherOrSpouse: optionalLine(120),
  phone: phoneSchema,
  nid: nidSchema,
  address: lineSchema(300),
});

/** Who lays the pipe inside the plot; may be left out. */
export const plumberSchema = z.object({
  name: lineSchema(120),
  phone: phoneSchema,
  licenceNumber: optionalLine(60),
});

export const BUILDING_KINDS = [
  'house',
  'apartment',
  'shop',
  'office',
  'school',
  'mosque',
  'factory',
  'site',
  'other',
] as const;
export const PIPE_SIZES_MM = [15, 20, 25, 40, 50, 80, 100, 150] as const;

/** What is to be connected, and how. */
export const buildingSchema = z.object({
  roadId: z.uuid({ error: 'common.choose_one' }),
  plotNumber: plotSchema(30),
  holdingNumber: optionalLine(60),
  kind: z.enum(BUILDING_KINDS),
  floors: z.int().min(1).max(200),
  flats: z.int().min(1).max(5000),
  /** Consumer category of the tariff; the codes are billing's data. */
  category: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, { error: 'common.choose_one' }),
  pipeSizeMm: z.literal(PIPE_SIZES_MM),
  sewer: z.boolean(),
});

export type Applicant = z.output<typeof applicantSchema>;
export type Owner = z.output<typeof ownerSchema>;
export type Plumber = z.output<typeof plumberSchema>;
export type Building = z.output<typeof buildingSchema>;

/** The fields of each part that a correction can name. */
export const PART_FIELDS = {
  applicant: applicantSchema.keyof().options,
  owner: ownerSchema.keyof().options,
  plumber: plumberSchema.keyof().options,
  building: buildingSchema.keyof().options,
} as const;
export type PartField = (typeof PART_FIELDS)[PartName][number];
export const PART_FIELD_NAMES = [
  ...new Set(PART_NAMES.flatMap((part): PartField[] => [...PART_FIELDS[part]])),
];

/**
 * What a desk's approval holds fast of a part.
 * @returns fields of the part that are not corrected after it
 */
export function approvedFieldsOf(part: PartName): PartField[] {
  const fields: readonly PartField[] = PART_FIELDS[part];
  if (isOfApproval(part)) return [...fields];
  return part === 'applicant' ? fields.filter((field) => OF_IDENTITY.includes(field)) : [];
}

const typed = (max: number) => z.string().normalize('NFC').max(max).nullish();
const number = z.number().finite().nullish();
const flag = z.boolean().nullish();

/** As typed so far: nothing is required and nothing is checked but size. */
export const draftParts = z.object({
  applicant: z
    .object({
      name: typed(120),
      nameBn: typed(120),
      fatherOrSpouse: typed(120),
      phone: typed(30),
      email: typed(254),
      nid: typed(30),
      dateOfBirth: typed(30),
      address: typed(300),
      isOwner: flag,
    })
    .default({}),
  owner: z
    .object({
      name: typed(120),
      fatherOrSpouse: typed(120),
      phone: typed(30),
      nid: typed(30),
      address: typed(300),
    })
    .default({}),
  plumber: z.object({ name: typed(120), phone: typed(30), licenceNumber: typed(60) }).default({}),
  building: z
    .object({
      sectorId: z.uuid().nullish(),
      roadId: z.uuid().nullish(),
      plotNumber: typed(30),
      holdingNumber: typed(60),
      kind: typed(20),
      floors: number,
      flats: number,
      category: typed(40),
      pipeSizeMm: number,
      sewer: flag,
    })
    .default({}),
});
export type DraftParts = z.output<typeof draftParts>;
