import { exportRoute } from '#platform/exports/export-list.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { freezeWallet } from './actions/freeze-wallet.ts';
import { proposeRecharge, rechargeWallet } from './actions/recharge-wallet.ts';
import { updateAutoPay } from './auto-pay/actions/update-auto-pay.ts';
import * as autoPay from './auto-pay/contract.ts';
import { autoPayOf } from './auto-pay/queries.ts';
import * as contract from './contract.ts';
import { movementsExport, reportExport, walletsExport, withdrawalsExport } from './exports.ts';
import { getWallet, listMovements, listWallets } from './queries.ts';
import { reportWallets } from './report.ts';
import { askWithdrawal } from './withdrawals/actions/ask-withdrawal.ts';
import { confirmWithdrawal } from './withdrawals/actions/confirm-withdrawal.ts';
import { decideWithdrawal, takeBackWithdrawal } from './withdrawals/actions/end-withdrawal.ts';
import { payWithdrawal } from './withdrawals/actions/pay-withdrawal.ts';
import { askReturn, decideReturn, takeBackReturn } from './withdrawals/actions/return-withdrawal.ts';
import { sendWithdrawalCode } from './withdrawals/actions/send-code.ts';
import * as withdrawals from './withdrawals/contract.ts';
import { getWithdrawal, listWithdrawals } from './withdrawals/queries.ts';

export function routes(platform: Platform): Route[] {
  return [
    query(contract.checkBalance, (db, actor, { query: { consumerId } }) => getWallet(db, actor, consumerId)),
    query(contract.transactionHistory, (db, actor, { query: asked }) => listMovements(db, actor, asked)),
    exportRoute(contract.transactionHistoryDownload, movementsExport),
    action(contract.rechargeAccount, (tx, actor, { body }) => rechargeWallet(tx, actor, body)),
    action(contract.proposeRecharge, (tx, actor, { body }) => proposeRecharge(tx, actor, body)),
    query(contract.walletList, (db, actor, { query: asked }) => listWallets(db, actor, asked)),
    exportRoute(contract.walletListDownload, walletsExport),
    action(contract.freezeWallet, (tx, actor, { body }) => freezeWallet(tx, actor, body)),
    query(contract.walletReport, (db, actor, { query: asked }) => reportWallets(db, actor, asked)),
    exportRoute(contract.walletReportDownload, reportExport),
    query(autoPay.checkAutoPay, (db, actor, { query: { consumerId } }) => autoPayOf(db, actor, consumerId)),
    action(autoPay.updateAutoPay, (tx, actor, { body }) => updateAutoPay(tx, actor, body)),
    action(withdrawals.withdrawOwn, (tx, actor, { body }) =>
      askWithdrawal(tx, actor, platform, { ...body, consumerId: String(actor.consumerId) }),
    ),
    action(withdrawals.withdrawForConsumer, (tx, actor, { body }) =>
      askWithdrawal(tx, actor, platform, body),
    ),
    // Tries are counted in a statement of their own, before the transaction.
    special(withdrawals.confirmWithdrawal, ({ database: { db }, actor }, { body }) =>
      confirmWithdrawal(db, actor, platform, body),
    ),
    action(withdrawals.sendWithdrawalCode, (tx, actor, { body }) =>
      sendWithdrawalCode(tx, actor, platform, body),
    ),
    action(withdrawals.takeBackWithdrawal, (tx, actor, { body }) => takeBackWithdrawal(tx, actor, body)),
    query(withdrawals.listWithdrawals, (db, actor, { query: asked }) => listWithdrawals(db, actor, asked)),
    exportRoute(withdrawals.listWithdrawalsDownload, withdrawalsExport),
    query(withdrawals.getWithdrawal, (db, actor, { params }) => getWithdrawal(db, actor, params.id)),
    action(withdrawals.decideWithdrawal, (tx, actor, { body }) => decideWithdrawal(tx, actor, body)),
    action(withdrawals.payWithdrawal, (tx, actor, { body }) => payWithdrawal(tx, actor, body)),
    action(withdrawals.askReturn, (tx, actor, { body }) => askReturn(tx, actor, body)),
    action(withdrawals.takeBackReturn, (tx, actor, { body }) => takeBackReturn(tx, actor, body)),
    action(withdrawals.decideReturn, (tx, actor, { body }) => decideReturn(tx, actor, body)),
  ];
}
