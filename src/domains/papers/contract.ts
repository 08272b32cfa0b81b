/** The public question about a paper that somebody has in hand. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { PAPER_FACTS } from './paper-facts.rules.ts';

export const errors = errorCodes('papers', {
  /** No paper has this code, or not with this number: the same answer for both. */
  unknown_paper: { status: 404 },
});

export const paperSchema = z.object({
  kind: z.object({ en: z.string(), bn: z.string() }),
  number: z.string(),
  issuedOn: daySchema,
  amountMinor: minorSchema.nullable(),
  /** What is still to be paid of it today; null if it asks for no money, or counts no more. */
  leftMinor: minorSchema.nullable(),
  /** What of that the new owner of the connection pays, who is not named. */
  byNewOwnerMinor: minorSchema,
  /** The middle of the name is covered. */
  holder: z.string(),
  holderBn: z.string().nullable(),
  /** The plot; null if the record has another one by now. */
  place: z
    .object({
      sectorNumber: z.string().nullable(),
      roadNumber: z.string().nullable(),
      plotNumber: z.string().nullable(),
    })
    .nullable(),
  /** What else is on the paper: numbers, and days as YYYY-MM-DD. Nothing if the record says something else by now. */
  facts: z.array(z.object({ name: z.enum(PAPER_FACTS), value: z.string() })),
  /** Of a receipt: its money could pay nothing any more and goes back. */
  goesBack: z.boolean(),
  /** ended: it was issued, and counts no more. */
  state: z.enum(['valid', 'ended']),
  endedOn: daySchema.nullable(),
});
export type CheckedPaper = z.infer<typeof paperSchema>;

export const checkPaper = endpoint({
  service: 'main',
  // The code is a secret of who has the paper: an address would be in the logs of every server on the way.
  method: 'POST',
  path: '/paper/check',
  summary: 'What a paper with this code says, and whether it still counts (the path is ours)',
  access: { public: 'the code on the paper is the credential' },
  rate: 'paper',
  body: z.object({
    code: z.string().trim().min(1).max(60),
    /** Of the paper; the QR code leaves it out, and shows it to be compared. */
    number: z.string().trim().max(60).optional(),
  }),
  output: paperSchema,
  audit: { none: 'asks only' },
  refuses: [errors.unknown_paper],
});
