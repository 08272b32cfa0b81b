import { query, type Route, special } from '#platform/route.ts';
import {
  billPoints,
  billStatusPoints,
  consumptionPoints,
  meterStatusPoints,
  readingPoints,
} from './chart-queries.ts';
import * as contract from './contract.ts';
import { getConsumerDashboard, getCounters, getStaffDashboard } from './queries.ts';
import * as searchContract from './search/contract.ts';
import { search } from './search/queries.ts';

export function routes(): Route[] {
  return [
    // Badges count under the program's role: the conditions limit a consumer to own rows.
    special(contract.counterItems, ({ database, actor }) => getCounters(database.db, actor)),
    query(contract.staffDashboard, (db, actor) => getStaffDashboard(db, actor)),
    query(contract.consumerDashboard, (db, actor, { query: { connectionId } }) =>
      getConsumerDashboard(db, actor, connectionId),
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
    query(searchContract.search, (db, actor, input) => search(db, actor, input.query.text)),
  ];
}
