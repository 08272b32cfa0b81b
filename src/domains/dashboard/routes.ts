import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db } from '#platform/database/db.ts';
import { query, type Route, special } from '#platform/route.ts';
import type { SearchSource } from '#platform/search-sources.ts';
import type { MainAct, WorkQueue } from '#platform/work-queues.ts';
import {
  billPoints,
  billStatusPoints,
  consumptionPoints,
  meterStatusPoints,
  readingPoints,
} from './chart-queries.ts';
import * as contract from './contract.ts';
import { getConsumerDashboard, getStaffDashboard } from './queries.ts';
import * as searchContract from './search/contract.ts';
import { search } from './search/queries.ts';
import * as workContract from './work/contract.ts';
import { getOwnWork } from './work/queries.ts';

type Badge = (db: Db, actor: Actor) => Promise<Badges>;
type Counters = z.input<(typeof contract.counterItems)['output']>;

/** Menu badges of all domains, in one answer. */
async function countersOf(db: Db, actor: Actor, all: readonly Badge[]): Promise<Counters> {
  const counted = await Promise.all(all.map((count) => count(db, actor)));
  return Object.assign({}, ...counted);
}

type Given = {
  badges: readonly Badge[];
  sources: readonly SearchSource[];
  queues: readonly WorkQueue[];
  acts: readonly MainAct[];
};

export function routes({ badges, sources, queues, acts }: Given): Route[] {
  return [
    // Badges count under the program's role: the conditions limit a consumer to own rows.
    special(contract.counterItems, ({ database, actor }) => countersOf(database.db, actor, badges)),
    query(contract.staffDashboard, (db, actor) => getStaffDashboard(db, actor)),
    query(workContract.ownWork, (db, actor) => getOwnWork(db, { actor, queues, acts })),
    query(contract.consumerDashboard, (db, actor, { query: { applicationId } }) =>
      getConsumerDashboard(db, actor, applicationId),
    ),
    query(contract.billChart, (db, actor, { query: { months } }) => billPoints(db, actor, months)),
    query(contract.billStatusChart, (db, actor, { query: { months } }) =>
      billStatusPoints(db, actor, months),
    ),
    query(contract.consumptionChart, (db, actor, { query: { months } }) =>
      consumptionPoints(db, actor, months),
    ),
    query(contract.meterReadingChart, (db, actor, { query: { months } }) => readingPoints(db, actor, months)),
    query(contract.meterStatusChart, (db) => meterStatusPoints(db)),
    query(searchContract.search, (db, actor, { query: { text } }) =>
      search(db, { actor, typed: text, sources }),
    ),
  ];
}
