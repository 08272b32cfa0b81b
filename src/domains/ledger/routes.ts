import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import { action, query, type Route } from '#platform/route.ts';
import * as books from './books/contract.ts';
import { entriesExport, trialExport } from './books/exports.ts';
import { ledgerEntries, trialBalance } from './books/queries.ts';
import { closeCash } from './closings/actions/close-cash.ts';
import { closeMonth } from './closings/actions/close-month.ts';
import { decideVariance, withdrawCount } from './closings/actions/decide-variance.ts';
import { recordFloat } from './closings/actions/record-float.ts';
import { askReopen, refuseReopen, reopenCash, withdrawReopen } from './closings/actions/reopen-day.ts';
import * as contract from './closings/contract.ts';
import { closingsExport, monthsExport } from './closings/exports.ts';
import { expectedCash, listClosings, listMonths, openCashDays } from './closings/queries.ts';
import { bookProofs, monthHindrances, varianceAlone } from './points.ts';

export function routes(joined: Pick<JoinedFaces, 'all' | 'only'>): Route[] {
  const plugged = { hindrances: joined.all(monthHindrances), proofs: joined.all(bookProofs) };
  const alone = joined.only(varianceAlone);
  return [
    query(contract.listClosings, (db, actor, input) => listClosings(db, actor, input.query)),
    exportRoute(contract.listClosingsDownload, closingsExport),
    query(contract.expectedCash, (db, actor, input) => expectedCash(db, actor, alone, input.query)),
    query(contract.openCashDays, (db, actor, input) => openCashDays(db, actor, input.query)),
    action(contract.closeCash, (tx, actor, { body }) => closeCash(tx, actor, alone, body)),
    action(contract.recordFloat, (tx, actor, { body }) => recordFloat(tx, actor, body)),
    action(contract.decideVariance, (tx, actor, { params, body }) =>
      decideVariance(tx, actor, { ...params, ...body }),
    ),
    action(contract.withdrawCount, (tx, actor, { params, body }) =>
      withdrawCount(tx, actor, { ...params, ...body }),
    ),
    action(contract.askReopen, (tx, actor, { params, body }) => askReopen(tx, actor, { ...params, ...body })),
    action(contract.reopenCash, (tx, actor, { params, body }) =>
      reopenCash(tx, actor, { ...params, ...body }),
    ),
    action(contract.refuseReopen, (tx, actor, { params, body }) =>
      refuseReopen(tx, actor, { ...params, ...body }),
    ),
    action(contract.withdrawReopen, (tx, actor, { params, body }) =>
      withdrawReopen(tx, actor, { ...params, ...body }),
    ),
    query(contract.listMonths, (db, actor) => listMonths(db, actor, plugged)),
    exportRoute(contract.listMonthsDownload, monthsExport),
    action(contract.closeMonth, (tx, actor, { body }) => closeMonth(tx, actor, plugged, body)),
    query(books.trialBalance, (db, actor, input) => trialBalance(db, actor, input.query)),
    exportRoute(books.trialBalanceDownload, trialExport),
    query(books.ledgerEntries, (db, actor, input) => ledgerEntries(db, actor, input.query)),
    exportRoute(books.ledgerEntriesDownload, entriesExport),
  ];
}
