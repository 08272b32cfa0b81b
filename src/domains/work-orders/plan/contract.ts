/** The orders in process as a plan: by their state on a board, by the day on which they are due in a calendar (the paths are ours). */
import { z } from 'zod';
import { daySchema, daysBetween } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { BASE, listOrders, orderItem, stateSchema } from '../contract.ts';
import { MOST_DAYS, MOVES } from './plan.rules.ts';

const view = { permission: 'work-orders:view' } as const;
const { search, categoryId, sectorId, priority, askedAs, crewId, late, paused, escalated, dueOn, from, to } =
  listOrders.query.shape;
/** The filters of the list that mean the same here. */
const narrowing = { search, categoryId, sectorId, priority, askedAs, crewId, late, paused, escalated };

const card = orderItem.extend({ moves: z.array(z.enum(MOVES)) });
export type Card = z.output<typeof card>;

export const boardOrders = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/board`,
  summary:
    'Work orders in process by state: how many of each, the most urgent ones, and the steps that the person may take with each',
  access: view,
  rate: 'search',
  query: z.object({ ...narrowing, dueOn, from, to }),
  output: z.object({
    columns: z.array(z.object({ state: stateSchema, total: z.int().min(0), items: z.array(card) })),
  }),
});

const dueOrder = orderItem.pick({
  ...{ id: true, number: true, categoryEn: true, categoryBn: true, state: true, priority: true },
  ...{ sectorNumber: true, roadNumber: true, plotNumber: true, dueAt: true, isLate: true, crewName: true },
  ...{ memberNames: true, pausedAt: true, reopened: true },
});
export type DueOrder = z.output<typeof dueOrder>;

export const calendarOrders = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/calendar`,
  summary: 'Work orders in process by the day on which they are due, for a range of at most 45 days',
  access: view,
  rate: 'search',
  query: z
    .object({ from: daySchema, to: daySchema, ...narrowing })
    .refine((range) => range.from <= range.to && daysBetween(range.from, range.to) < MOST_DAYS, {
      error: 'common.invalid_input',
      path: ['to'],
    }),
  output: z.object({
    days: z.array(
      z.object({
        day: daySchema,
        /** The office does not work: a day off of every week, or a holiday. */
        isOff: z.boolean(),
        total: z.int().min(0),
        items: z.array(dueOrder),
      }),
    ),
    /** Orders in process that are late now, of any day. */
    late: z.int().min(0),
  }),
});
