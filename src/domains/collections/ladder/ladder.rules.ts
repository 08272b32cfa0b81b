/** The dunning ladder as data: what is done about late bills, when, and of whom nothing is asked. */
import { z } from 'zod';
import { minorSchema } from '#shared/money.ts';

export const STEPS = ['reminder', 'notice', 'disconnection'] as const;
export type Step = (typeof STEPS)[number];
/** Steps of which the household is told by message. */
export const TOLD_STEPS = ['reminder', 'notice'] as const;
export type ToldStep = (typeof TOLD_STEPS)[number];

const days = z.int().min(0).max(730);
const sum = minorSchema.refine((minor) => minor >= 0 && minor <= 100_000_000_00, 'common.amount_invalid');

/** What may be written between braces in a text of the utility's own. */
export const PLACEHOLDERS = ['amount', 'connection', 'day'] as const;
const named = /\{(\w*)\}/g;
export const isText = (text: string): boolean =>
  [...text.matchAll(named)].every(([, word]) => (PLACEHOLDERS as readonly string[]).includes(word ?? ''));
/** Empty: the program's own text. */
const ownText = z.string().trim().max(300).refine(isText, 'collections.text_placeholder').default('');

type Usual = { daysOverdue: number; waitDays: number };
const stepOf = (usual: Usual) =>
  z.object({
    on: z.boolean().default(true),
    /** Since the last day to pay of the oldest late bill. */
    daysOverdue: days.default(usual.daysOverdue),
    /** Nothing is done about less. */
    leastMinor: sum.prefault(50_000),
    /** From this step until the next one, at least; the household is told that day. */
    waitDays: z.int().min(1).max(365).default(usual.waitDays),
  });
const toldStep = (usual: Usual) => stepOf(usual).extend({ textEn: ownText, textBn: ownText }).prefault({});

export const ladderRules = z
  .object({
    on: z.boolean().default(false),
    reminder: toldStep({ daysOverdue: 7, waitDays: 14 }),
    notice: toldStep({ daysOverdue: 30, waitDays: 15 }),
    disconnection: stepOf({ daysOverdue: 60, waitDays: 1 }).prefault({}),
    /** Without VAT; 0: nothing is charged. */
    reconnectionFeeMinor: sum.prefault(0),
    /** Categories of connections of which nothing is asked by this ladder: hospitals, mosques. */
    exemptCategories: z.array(z.string().min(1).max(60)).max(100).default([]),
  })
  .refine(
    ({ reminder, notice }) => !(reminder.on && notice.on && notice.daysOverdue < reminder.daysOverdue),
    { message: 'collections.step_too_early', path: ['notice', 'daysOverdue'] },
  )
  .refine(
    ({ notice, disconnection }) => !(disconnection.on && disconnection.daysOverdue < notice.daysOverdue),
    {
      message: 'collections.step_too_early',
      path: ['disconnection', 'daysOverdue'],
    },
  )
  // Nobody is disconnected without a notice.
  .refine(({ notice, disconnection }) => !(disconnection.on && !notice.on), {
    message: 'collections.notice_needed',
    path: ['notice', 'on'],
  });
export type LadderRules = z.output<typeof ladderRules>;
export const NO_LADDER: LadderRules = ladderRules.parse({});

/** A text of the utility's own with its facts. */
export const filled = (
  text: string,
  facts: Readonly<Record<(typeof PLACEHOLDERS)[number], string>>,
): string =>
  text.replace(named, (whole, word: string) => (word in facts ? facts[word as keyof typeof facts] : whole));
