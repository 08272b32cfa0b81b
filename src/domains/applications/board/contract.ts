/** The open applications by their state: how many of each, and those that have waited longest (the path is ours). */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { listApplications, stateSchema } from '../contract.ts';
import { applicationItem } from '../item.schema.ts';

/** The filters of the list of all applications, without its state: that is the columns. */
const { search, sectorId, dmaId, assignee, source, overlay, incomplete, noc, unmetered, survey, note } =
  listApplications.query.shape;
const { waits, overdue, escalation, from, to } = listApplications.query.shape;

/** Cards of one column; the list has the others. */
export const BOARD_CARDS = 8;

export const boardApplications = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/board',
  summary: 'Open applications by state: how many of each, and those that have been in it longest',
  access: { permission: 'applications:view' },
  rate: 'search',
  query: z.object({
    ...{ search, sectorId, dmaId, assignee, source, overlay, incomplete, noc, unmetered, survey, note },
    ...{ waits, overdue, escalation, from, to },
  }),
  output: z.object({
    columns: z.array(
      z.object({ state: stateSchema, total: z.int().min(0), items: z.array(applicationItem) }),
    ),
  }),
});
