/** Breaks by hand: audit rows of jobs and of what comes along, accounts of kinds that no person posts, cells of tables of states. */
import type { Break } from '../break.ts';

const ACCOUNTS_TEST = 'src/domains/ledger/kinds-to-accounts.test.ts';
const CHARGE = 'src/domains/billing/surcharges/actions/charge-surcharges.ts';
const ISSUE = 'src/domains/billing/surcharges/actions/issue-surcharges.ts';
const CHANGE = 'src/domains/meters/changes/change.rules.ts';
const CHANGE_TEST = 'src/domains/meters/changes/change.rules.test.ts';
const STORE = 'src/domains/meters/store/store.rules.ts';
const STORE_TEST = 'src/domains/meters/store/store.rules.test.ts';

export const factsAndAccounts: readonly Break[] = [
  {
    what: 'what paying late costs is booked as the fixed line',
    file: ISSUE,
    find: '${LINE_ACCOUNTS.surcharge}',
    replace: '${LINE_ACCOUNTS.fixed}',
    caughtBy: ACCOUNTS_TEST,
  },
  {
    what: 'the surcharge line has the account of the fixed line',
    file: 'src/domains/billing/invoices/line-accounts.rules.ts',
    find: 'surcharge: ACCOUNTS.surcharge,',
    replace: 'surcharge: ACCOUNTS.fixed,',
    caughtBy: ACCOUNTS_TEST,
  },
  {
    what: 'the fee of an ownership change is owed on the account of applicants',
    file: 'src/domains/payments/actions/settle-ownership-fee.ts',
    find: '      { account: ACCOUNTS.ownershipFees, partyId: requestId, amountMinor },\n      { account: ACCOUNTS.changesOfOwners, amountMinor: vat - amountMinor },\n      { account: ACCOUNTS.vat, amountMinor: -vat },\n    ],\n  });\n  await postMoney(tx, actor, settlement, { account: ACCOUNTS.ownershipFees,',
    replace:
      '      { account: ACCOUNTS.applicants, partyId: requestId, amountMinor },\n      { account: ACCOUNTS.changesOfOwners, amountMinor: vat - amountMinor },\n      { account: ACCOUNTS.vat, amountMinor: -vat },\n    ],\n  });\n  await postMoney(tx, actor, settlement, { account: ACCOUNTS.applicants,',
    caughtBy: ACCOUNTS_TEST,
  },
  {
    what: 'the surcharges of a day leave no audit row',
    file: CHARGE,
    find: '    await audit(tx',
    replace: '    if (false) await audit(tx',
    caughtBy: 'src/domains/payments/late-surcharges.test.ts',
    test: 'is charged once, on its day',
  },
  {
    what: 'a withdrawal whose code ran out leaves no audit row',
    file: 'src/domains/wallet/withdrawals/actions/end-withdrawal.ts',
    find: '      await audit(tx',
    replace: '      if (false) await audit(tx',
    caughtBy: 'src/domains/wallet/withdrawals/withdrawals.test.ts',
    test: 'what ends without payment',
  },
  {
    what: 'money that moves between wallets leaves no audit row',
    file: 'src/domains/wallet/consumer-part.ts',
    find: '  await audit(tx',
    replace: '  if (false) await audit(tx',
    caughtBy: 'src/domains/wallet/recharge-and-pay.test.ts',
    test: 'two entries become one',
  },
  {
    what: 'an owner who changes during a ticket leaves no audit row of the ticket',
    file: 'src/domains/support/owner-change.ts',
    find: '    await audit(tx',
    replace: '    if (false) await audit(tx',
    caughtBy: 'src/domains/support/owner-changes.test.ts',
  },
  {
    what: 'a change that was returned is accepted',
    file: CHANGE,
    find: "accept: { from: ['REQUESTED'],",
    replace: "accept: { from: ['REQUESTED', 'RETURNED'],",
    caughtBy: CHANGE_TEST,
  },
  {
    what: 'a change that was returned cannot be withdrawn',
    file: CHANGE,
    find: "...{ from: ['REQUESTED', 'RETURNED'], to: 'WITHDRAWN'",
    replace: "...{ from: ['REQUESTED'], to: 'WITHDRAWN'",
    caughtBy: CHANGE_TEST,
  },
  {
    what: 'a change that was returned cannot be refused',
    file: CHANGE,
    find: "...{ from: ['REQUESTED', 'RETURNED'], to: 'REFUSED'",
    replace: "...{ from: ['REQUESTED'], to: 'REFUSED'",
    caughtBy: CHANGE_TEST,
  },
  {
    what: 'a change that was returned is returned again',
    file: CHANGE,
    find: "return: { from: ['REQUESTED'],",
    replace: "return: { from: ['REQUESTED', 'RETURNED'],",
    caughtBy: CHANGE_TEST,
  },
  {
    what: 'a meter that has stopped is not found locked',
    file: STORE,
    find: "locked: { from: ['INSTALLED', 'FAULTY', 'STOPPED'],",
    replace: "locked: { from: ['INSTALLED', 'FAULTY'],",
    caughtBy: STORE_TEST,
  },
  {
    what: 'a meter is scrapped before its last figure is settled',
    file: STORE,
    find: "scrap: { from: ['REMOVED_CONFIRMED', 'IN_STOCK'],",
    replace: "scrap: { from: ['REMOVED', 'REMOVED_CONFIRMED', 'IN_STOCK'],",
    caughtBy: STORE_TEST,
  },
  {
    what: 'who asked for a withdrawal is offered to refuse it',
    file: 'src/domains/wallet/wallet.rules.ts',
    find: "      (state === 'OTP_CONFIRMED' || state === 'APPROVED') && has('wallet:approve') && askedBy !== who.userId,",
    replace: "      (state === 'OTP_CONFIRMED' || state === 'APPROVED') && has('wallet:approve'),",
    caughtBy: 'src/domains/wallet/wallet.rules.test.ts',
  },
];
