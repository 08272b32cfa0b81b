/** One search over everything that the person may see. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';

/** Counting stops here: the search is then too wide to be read through anyway. */
export const COUNTED = 100;
/** Of each kind. */
export const SHOWN = 5;

export const hitSchema = z.object({
  /** The record whose page it is: of a demand note its application. */
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  nameBn: z.string().nullable(),
  sectorNumber: z.string().nullable(),
  roadNumber: z.string().nullable(),
  plotNumber: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  day: daySchema.nullable(),
  /** It is what was typed: this number, this phone, this plot. */
  exact: z.boolean(),
});
export type Hit = z.infer<typeof hitSchema>;

export const search = endpoint({
  service: 'main',
  method: 'GET',
  path: '/search',
  summary:
    'Search in everything the person may see: numbers, names in both scripts, phones, plots (the path is ours)',
  access: { signedIn: 'each kind of record asks for its own permission; consumers find their own' },
  rate: 'search',
  query: z.object({ text: z.string().trim().max(100).default('') }),
  output: z.object({
    groups: z.array(
      z.object({
        /** The kind of record, as its domain names it. */
        source: z.string(),
        /** At most `COUNTED` + 1: "more than". */
        total: z.int().min(0),
        items: z.array(hitSchema),
      }),
    ),
  }),
});
