/** Breaks by hand: a household pays a demand note, a charge or a fee from its wallet, and the money comes back into it. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const PAY = `${PAYMENTS}/actions/pay-from-wallet.ts`;
const BEGIN = `${PAYMENTS}/actions/begin-payment.ts`;
const REVERSE = `${PAYMENTS}/actions/reverse-payment.ts`;
const caughtBy = `${PAYMENTS}/note-from-wallet.test.ts`;
const charges = `${PAYMENTS}/charges-from-wallet.test.ts`;

export const walletPaysNotes: readonly Break[] = [
  {
    what: 'who pays a note two times is told that the wallet has too little, not that the note is paid',
    file: PAY,
    find: '  await ensureTakes();\n',
    replace: '',
    caughtBy,
    test: 'ten at once',
  },
  {
    what: 'a note asks the wallet for more than it has, and the database alone refuses it',
    file: PAY,
    find: 'await refuseRunning(tx, actor, target);\n  refuseShort(wallet, amountMinor);',
    replace: 'await refuseRunning(tx, actor, target);',
    caughtBy,
    test: 'too little, held money',
  },
  {
    what: 'a note is paid from the wallet while another payment of it is at the bank',
    file: BEGIN,
    find: 'if (running) throw fail(errors.other_running);',
    replace: '',
    caughtBy,
    test: 'one payment at a time',
  },
  {
    what: 'a payment that was started and never sent is left open beside the money of the wallet',
    file: BEGIN,
    find: '  await giveWay(tx, actor, target);\n  const running',
    replace: '  const running',
    caughtBy,
    test: 'one payment at a time',
  },
  {
    what: 'money that a person looks at keeps the wallet from paying the note',
    file: BEGIN,
    find: "state = 'PROCESSING' and set_aside_at is null and",
    replace: "state = 'PROCESSING' and",
    caughtBy,
    test: 'one payment at a time',
  },
  {
    what: 'the page does not offer the wallet for a demand note',
    file: `${PAYMENTS}/payables/queries.ts`,
    find: 'walletMinor: items.length > 0 ?',
    replace: 'walletMinor: connectionId ?',
    caughtBy,
    test: 'paid at once',
  },
  {
    what: 'the receipt of a note does not say that the wallet paid',
    file: `${PAYMENTS}/message-texts.ts`,
    find: "when p.method = 'WALLET' and a.id is not null then 'noteFromWallet'",
    replace: '',
    caughtBy,
    test: 'paid at once',
  },
  {
    what: 'a note that a wallet paid cannot be reversed',
    file: `${PAYMENTS}/payment.rules.ts`,
    find: " || taken.method === 'WALLET'",
    replace: '',
    caughtBy,
    test: 'reversed by two people',
  },
  {
    what: 'of a reversed note the application is locked before the wallet',
    file: REVERSE,
    find: '  else if (payment.walletOf) await lockWallet(tx, payment.walletOf);\n',
    replace: '',
    caughtBy,
    test: 'reversal alone locks',
  },
  {
    what: 'the money of a reversed note goes into the wallet of an entry that is no more',
    file: REVERSE,
    find: 'await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);\n  if (settledMinor > 0) return;',
    replace: 'await takeOutOfBooks(tx, actor, payment, reason);\n  if (settledMinor > 0) return;',
    caughtBy,
    test: 'entries that became one',
  },
  {
    what: 'a household is not told that the money of its note is in the wallet again',
    file: 'src/domains/applications/demand-note/actions/take-back-payment.ts',
    find: "message: isFromWallet ? 'takenBackToWallet' : 'takenBack',",
    replace: "message: 'takenBack',",
    caughtBy,
    test: 'reversed by two people',
  },
  {
    what: 'the page does not offer the wallet for a charge',
    file: `${PAYMENTS}/payables/queries.ts`,
    find: 'walletMinor: items.length > 0 ?',
    replace: 'walletMinor: connectionId || query.applicationId ?',
    ...{ caughtBy: charges, test: 'is paid at once' },
  },
  {
    what: 'a charge takes any money that the wallet has',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: 'const ensureTakes = () => ensureDue(tx, actor, { orderId, amountMinor });',
    replace: 'const ensureTakes = () => Promise.resolve();',
    ...{ caughtBy: charges, test: 'ten at once' },
  },
  {
    what: 'a fee asks the wallet before it is known whether it takes the money',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: 'const ensureTakes = () => ensureFeeDue(tx, actor, { requestId, amountMinor });',
    replace: 'const ensureTakes = () => Promise.resolve();',
    ...{ caughtBy: charges, test: 'ten at once' },
  },
  {
    what: 'the receipt of a charge does not say that the wallet paid',
    file: `${PAYMENTS}/message-texts.ts`,
    find: "when p.method = 'WALLET' and b.id is not null then 'workFromWallet'",
    replace: '',
    ...{ caughtBy: charges, test: 'is paid at once' },
  },
  {
    what: 'the receipt of a fee does not say that the wallet paid',
    file: `${PAYMENTS}/message-texts.ts`,
    find: "when p.method = 'WALLET' and e.id is not null then 'feeFromWallet'",
    replace: '',
    ...{ caughtBy: charges, test: 'is paid at once' },
  },
  {
    what: 'the money of a reversed charge comes back to no wallet',
    file: REVERSE,
    find: 'await takeBackCharge(tx, actor, { orderId, remark: reason });\n  await takeOutOfBooks(tx, actor, payment, reason, wallet?.partyId);',
    replace:
      'await takeBackCharge(tx, actor, { orderId, remark: reason });\n  await takeOutOfBooks(tx, actor, payment, reason);',
    ...{ caughtBy: charges, test: 'reversed' },
  },
  {
    what: 'who paid a charge is not told that the money is in the wallet again',
    file: REVERSE,
    find: "const of = { kind: 'WORK_ORDER' as const, sourceId: orderId };\n  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });\n  if (wallet) await",
    replace:
      "const of = { kind: 'WORK_ORDER' as const, sourceId: orderId };\n  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });\n  if (!wallet) await",
    ...{ caughtBy: charges, test: 'reversed' },
  },
  {
    what: 'who paid a fee is not told that the money is in the wallet again',
    file: REVERSE,
    find: "const of = { kind: 'OWNERSHIP_FEE' as const, sourceId: requestId };\n  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });\n  if (wallet) await",
    replace:
      "const of = { kind: 'OWNERSHIP_FEE' as const, sourceId: requestId };\n  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });\n  if (!wallet) await",
    ...{ caughtBy: charges, test: 'reversed' },
  },
];
