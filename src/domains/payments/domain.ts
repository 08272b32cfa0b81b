/** The face of payments: the counter, the bank's gateway and its sandbox, refunds. */

import { notePayments } from '#domains/applications/points.ts';
import { keptByDay, settledByDay } from '#domains/billing/points.ts';
import { holders } from '#domains/consumers/points.ts';
import { bookProofs, monthHindrances, varianceAlone } from '#domains/ledger/points.ts';
import { chargeAtBank, feeMoney, feePayments } from '#domains/ownership/points.ts';
import { paperKinds } from '#domains/papers/points.ts';
import { chargePayments, moneyAtBank, receiptOf } from '#domains/work-orders/points.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { mainActs, workQueues } from '#platform/work-queues.ts';
import * as alarms from './alarms/contract.ts';
import * as bankFiles from './bank-files/contract.ts';
import * as bankDownloads from './bank-files/downloads/contract.ts';
import { postedFiles, settledBills, talliedPayments, waitingCheques } from './book-proof.ts';
import { chargeMoneyAtBank, paymentsOfCharge, receiptOfCharge } from './charge-payments.ts';
import * as cheques from './cheques/contract.ts';
import * as chequeFee from './cheques/fee/contract.ts';
import { chequeQueues } from './cheques/work-queues.ts';
import { paymentHolder } from './consumer-part.ts';
import * as payments from './contract.ts';
import { isChargeAtBank, moneyOfFee, paymentsOfFee } from './fee-payments.ts';
import * as gateway from './gateway/contract.ts';
import { hindrances } from './hindrances.ts';
import { jobs } from './jobs.ts';
import * as links from './links/contract.ts';
import { paymentsOfNotes } from './note-payments.ts';
import * as payables from './payables/contract.ts';
import * as proposals from './proposals/contract.ts';
import { receiptPaper } from './receipt/paper.ts';
import { paymentNames } from './record-names.ts';
import * as refunds from './refunds/contract.ts';
import * as reversals from './reversals/contract.ts';
import { routes } from './routes.ts';
import * as sandbox from './sandbox/contract.ts';
import { foundPayments } from './search.ts';
import * as settings from './settings/contract.ts';
import { keptOfPayments, settledOfPayments } from './settled-by-day.ts';
import { cashVarianceAlone } from './variance-alone.ts';
import { counterAct, moneyQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'payments',
  contracts: [
    payments,
    payables,
    alarms,
    proposals,
    refunds,
    reversals,
    settings,
    gateway,
    sandbox,
    links,
    bankFiles,
    bankDownloads,
    cheques,
    chequeFee,
  ],
  routes,
  jobs,
  plugs: [
    plug(recordNames, paymentNames),
    plug(searchSources, foundPayments),
    plug(workQueues, [...moneyQueues, ...chequeQueues]),
    plug(mainActs, [counterAct]),
    plug(holders, paymentHolder),
    plug(chargePayments, paymentsOfCharge),
    plug(moneyAtBank, chargeMoneyAtBank),
    plug(receiptOf, receiptOfCharge),
    plug(feeMoney, moneyOfFee),
    plug(feePayments, paymentsOfFee),
    plug(chargeAtBank, isChargeAtBank),
    plug(notePayments, paymentsOfNotes),
    plug(varianceAlone, cashVarianceAlone),
    plug(paperKinds, receiptPaper),
    plug(settledByDay, settledOfPayments),
    plug(keptByDay, keptOfPayments),
    plug(bookProofs, settledBills),
    plug(bookProofs, talliedPayments),
    plug(bookProofs, postedFiles),
    plug(bookProofs, waitingCheques),
    ...hindrances.map((hindrance) => plug(monthHindrances, hindrance)),
  ],
};
