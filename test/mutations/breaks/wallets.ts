/** Breaks by hand: wallets, what is paid from them, and what is withdrawn. */
import type { Break } from '../break.ts';

const PAY_TEST = 'src/domains/wallet/recharge-and-pay.test.ts';
const OUT_TEST = 'src/domains/wallet/withdrawals/withdrawals.test.ts';
const ASK = 'src/domains/wallet/withdrawals/actions/ask-withdrawal.ts';
const CONFIRM = 'src/domains/wallet/withdrawals/actions/confirm-withdrawal.ts';
const END = 'src/domains/wallet/withdrawals/actions/end-withdrawal.ts';
const PAY = 'src/domains/payments/actions/pay-from-wallet.ts';
const RECHARGE = 'src/domains/wallet/actions/recharge-wallet.ts';

export const wallets: readonly Break[] = [
  {
    what: 'from a wallet more is paid than the bills ask for',
    file: PAY,
    find: 'if (paid < settlement.amountMinor) throw fail(errors.not_due);',
    replace: '',
    caughtBy: PAY_TEST,
    test: 'exactly what is open',
  },
  {
    what: 'wallets that are switched off pay bills',
    file: PAY,
    find: 'if (!(await walletLimitsOn(tx, actor.today)).enabled) throw fail(errors.wallet_off);',
    replace: '',
    caughtBy: PAY_TEST,
    test: 'exactly what is open',
  },
  {
    what: 'staff take money through the bank for a wallet',
    file: RECHARGE,
    find: '!isTheirs || ',
    replace: '',
    caughtBy: PAY_TEST,
    test: 'counter money is in the wallet',
  },
  {
    what: 'a frozen wallet is recharged',
    file: RECHARGE,
    find: 'if (wallet.isFrozen) throw fail(ledgerErrors.balance_frozen);',
    replace: '',
    caughtBy: PAY_TEST,
    test: 'a frozen wallet gives nothing',
  },
  {
    what: 'what is held for a withdrawal is listed as another movement',
    file: ASK,
    find: "kind: 'WALLET_HOLD',",
    replace: "kind: 'WALLET_MOVE',",
    caughtBy: OUT_TEST,
    test: 'the way of a withdrawal',
  },
  {
    what: 'the office takes money out of a wallet without the consumer’s phone',
    file: ASK,
    find: "answer.wantsCode || actor.kind !== 'consumer'",
    replace: 'answer.wantsCode',
    caughtBy: OUT_TEST,
    test: 'asked for by the office',
  },
  {
    what: 'tries at the code of a withdrawal have no end',
    file: CONFIRM,
    find: 'and f.tries < ${TRIES_AT_CODE} ',
    replace: '',
    caughtBy: OUT_TEST,
    test: 'a code is tried five times',
  },
  {
    what: 'a code proves a phone that it did not go to',
    file: CONFIRM,
    find: 'and f.code_hash is not null and ${samePhone} returning',
    replace: 'and f.code_hash is not null returning',
    caughtBy: OUT_TEST,
    test: 'a code is tried five times',
  },
  {
    what: 'any code confirms a withdrawal',
    file: CONFIRM,
    find: 'and f.code_hash = ${hash} and',
    replace: 'and',
    caughtBy: OUT_TEST,
    test: 'the way of a withdrawal',
  },
  {
    what: 'what is refused stays held',
    file: END,
    find: 'if (!accept) await release(tx, actor, withdrawal);',
    replace: '',
    caughtBy: OUT_TEST,
    test: 'what ends without payment',
  },
  {
    what: 'a household takes back the withdrawal of another one',
    file: 'src/domains/wallet/withdrawals/lock-withdrawal.ts',
    find: "actor.kind === 'consumer' ? isConsumer(sql`f.consumer_id`, actor.consumerId) : sql`true`",
    replace: 'sql`true`',
    caughtBy: OUT_TEST,
    test: 'what ends without payment',
  },
];
