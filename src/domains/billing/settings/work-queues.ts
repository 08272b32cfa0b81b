/** What bills are made by, on the first page of who approves it: tariffs that are announced, and rules by date that somebody else planned. */

import { datedQueue } from '#domains/settings/dated/work-queue.ts';
import { all, sql } from '#platform/database/db.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import { EMPTY_RULES } from '../empty-houses/queries.ts';
import { LEAK_RULES } from '../leaks/facts.ts';
import { PLAN_RULES } from '../payment-plans/terms.ts';
import { REBATES } from '../rebates/queries.ts';
import { SURCHARGES } from '../surcharges/queries.ts';
import { VAT } from './queries.ts';

type Waiting = { id: string; name: string; since: string; dueAt: string };

const needs = 'tariffs:view' as const;

/** Without those that a correction run brings in force, which is approved itself, and those that the person wrote. */
const tariffs: WorkQueue = {
  name: 'tariffs-to-approve',
  order: 171,
  title: { en: 'Tariffs to approve', bn: 'অনুমোদনের অপেক্ষায় ট্যারিফ' },
  permissions: ['tariffs:approve'],
  needs,
  list: () => ({ path: '/configuration/billing', query: { page: 1, state: 'ANNOUNCED' } }),
  first: async (db, actor, limit) => {
    const rows = await all<Waiting>(
      db,
      sql`select v.id, v.name, v.announced_at as since, v.effective_from as "dueAt" from billing.tariff_versions v
        where v.state = 'ANNOUNCED' and not coalesce(${actor.userId}::uuid = any(v.author_ids), false)
          and not exists (select from billing.bill_runs r where r.tariff_version_id = v.id and r.state <> 'CANCELLED')
        order by v.effective_from, v.id`,
    );
    return {
      total: rows.length,
      items: rows.slice(0, limit).map((row) => ({
        ...{ ...row, number: null },
        to: { path: `/configuration/billing/${row.id}` },
      })),
    };
  },
};

export const rulesToApprove: readonly WorkQueue[] = [
  tariffs,
  datedQueue(VAT, {
    ...{ name: 'vat-to-approve', order: 172, path: '/configuration/vat', needs },
    title: { en: 'VAT to approve', bn: 'অনুমোদনের অপেক্ষায় ভ্যাট' },
  }),
  datedQueue(SURCHARGES, {
    ...{ name: 'surcharge-rules-to-approve', order: 173, path: '/configuration/surcharges', needs },
    title: { en: 'Rules of late surcharges to approve', bn: 'অনুমোদনের অপেক্ষায় বিলম্ব মাশুলের নিয়ম' },
  }),
  datedQueue(REBATES, {
    ...{ name: 'rebate-rules-to-approve', order: 174, path: '/configuration/rebates', needs },
    title: { en: 'Rules of rebates to approve', bn: 'অনুমোদনের অপেক্ষায় রেয়াতের নিয়ম' },
  }),
  datedQueue(LEAK_RULES, {
    ...{ name: 'leak-rules-to-approve', order: 175, path: '/configuration/leaks', needs },
    title: { en: 'Rules of leaks to approve', bn: 'অনুমোদনের অপেক্ষায় লিকের নিয়ম' },
  }),
  datedQueue(PLAN_RULES, {
    ...{ name: 'plan-rules-to-approve', order: 176, path: '/configuration/payment-plans', needs },
    title: { en: 'Rules of payment plans to approve', bn: 'অনুমোদনের অপেক্ষায় কিস্তির নিয়ম' },
  }),
  datedQueue(EMPTY_RULES, {
    ...{ name: 'empty-rules-to-approve', order: 177, path: '/configuration/empty-houses', needs },
    title: { en: 'Rules of empty houses to approve', bn: 'অনুমোদনের অপেক্ষায় খালি বাড়ির নিয়ম' },
  }),
];
