/** The first block of a home: what waits for this person, and the act that one comes for. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';

const title = z.object({ en: z.string(), bn: z.string() });
const link = z.object({
  path: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const moment = z.union([instantSchema, daySchema]);

export const ownWork = endpoint({
  service: 'main',
  method: 'GET',
  path: '/dashboard/work',
  summary: 'What waits for this person: queues that have something, and the rows that are due first',
  access: { permission: 'dashboard:view' },
  output: z.object({
    queues: z.array(z.object({ name: z.string(), title, total: z.int().min(1), list: link })),
    items: z.array(
      z.object({
        /** Of the record; a cashier's day is its own name. */
        id: z.string(),
        /** Name of its queue. */
        queue: z.string(),
        to: link,
        number: z.string().nullable(),
        name: z.string().nullable(),
        nameBn: z.string().nullable(),
        sectorNumber: z.string().nullable(),
        roadNumber: z.string().nullable(),
        plotNumber: z.string().nullable(),
        amountMinor: minorSchema.nullable(),
        month: monthSchema.nullable(),
        day: daySchema.nullable(),
        since: moment.nullable(),
        dueAt: moment.nullable(),
        late: z.boolean(),
      }),
    ),
    /** Null for who may do everything, and for whose words have no act. */
    act: z.object({ title, to: link }).nullable(),
  }),
});
