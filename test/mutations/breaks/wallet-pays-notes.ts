/** Breaks by hand: a household pays a demand note from its wallet, and the money comes back into it. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const PAY = `${PAYMENTS}/actions/pay-from-wallet.ts`;
const BEGIN = `${PAYMENTS}/actions/begin-payment.ts`;
const REVERSE = `${PAYMENTS}/actions/reverse-payment.ts`;
const caughtBy = `${PAYMENTS}/note-from-wallet.test.ts`;

export const walletPaysNotes: readonly Break[] = [
  {
    what: 'who pays a note two times is told that the wallet has too little, not that the note is paid',
    file: PAY,
    find: '  await ensureNoteTakes(tx, actor, { demandNoteId: String(target.demandNoteId), amountMinor });\n',
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
    find: "['connectionId', 'applicationId'];",
    replace: "['connectionId'];",
    caughtBy,
    test: 'paid at once',
  },
  {
    what: 'the receipt of a note does not say that the wallet paid',
    file: `${PAYMENTS}/message-texts.ts`,
    find: " when p.method = 'WALLET' and a.id is not null then 'noteFromWallet'",
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
];
