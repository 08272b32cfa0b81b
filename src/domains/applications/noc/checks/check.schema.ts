/** What a desk of the planning authority checks before it decides, and how it is answered. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { APPLICANTS_KINDS, DOCUMENT_KIND_NAMES } from '../../documents.rules.ts';

/** A short text in both languages, or a kind of document. */
export const checkItem = z.object({
  documentKind: z.enum(DOCUMENT_KIND_NAMES).nullable(),
  en: z.string().nullable(),
  bn: z.string().nullable(),
  /** Without its answer nothing is approved. */
  required: z.boolean(),
});

const words = z.string().normalize('NFC').trim().max(120).default('');

/** An item as it is set up: a paper that applicants hand in, or a text in both languages. */
const newItem = z
  .object({
    documentKind: z.enum(APPLICANTS_KINDS).nullish(),
    en: words,
    bn: words,
    required: z.boolean().default(true),
  })
  .refine(({ documentKind, en }) => documentKind || en, { error: 'common.required', path: ['en'] })
  .refine(({ documentKind, bn }) => documentKind || bn, { error: 'common.required', path: ['bn'] });
export type NewCheck = z.output<typeof newItem>;

const sameAs = ({ documentKind, en, bn }: NewCheck) => documentKind ?? `${en}\n${bn}`;

export const newChecks = z
  .array(newItem)
  .max(20)
  .refine((items) => new Set(items.map(sameAs)).size === items.length, { error: 'common.repeated' });

/** An answer as it is given: neither checked nor a remark takes it back. */
export const checkAnswers = z
  .array(
    z.object({
      itemId: z.uuid(),
      checked: z.boolean().default(false),
      remark: z.string().normalize('NFC').trim().max(300).default(''),
    }),
  )
  .max(40);
export type CheckAnswers = z.output<typeof checkAnswers>;

export const checkAnswered = z.object({
  answer: z.enum(['CHECKED', 'REMARK']),
  remark: z.string(),
  name: z.string(),
  onBehalfOf: z.string().nullable(),
  at: instantSchema,
});

/** Kept with a decision. */
export const keptCheck = checkItem.extend({ id: z.uuid(), ...checkAnswered.shape });
