/** Breaks by hand: bills that a wallet pays by itself. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/wallet/auto-pay/auto-pay.test.ts';
const RULES = 'src/domains/wallet/auto-pay/auto-pay.rules.ts';
const RULES_TEST = 'src/domains/wallet/auto-pay/auto-pay.rules.test.ts';
const LOCK = 'src/domains/wallet/auto-pay/lock-try.ts';
const PLAN = 'src/domains/wallet/auto-pay/actions/plan-payments.ts';
const WORK = 'src/domains/wallet/auto-pay/actions/work-tries.ts';
const DAYS = 'src/domains/wallet/auto-pay/actions/work-days.ts';
const WISH = 'src/domains/wallet/auto-pay/actions/update-auto-pay.ts';

export const autoPay: readonly Break[] = [
  {
    what: 'auto-pay pays one poisha above the ceiling',
    file: RULES,
    find: 'openMinor > facts.ceilingMinor',
    replace: 'openMinor > facts.ceilingMinor + 1',
    caughtBy: RULES_TEST,
  },
  {
    what: 'auto-pay pays more than was told',
    file: RULES,
    find: "if (openMinor > amountMinor) return { state: 'RAISED' };",
    replace: '',
    caughtBy: RULES_TEST,
  },
  {
    what: 'a bill above the ceiling is tried again',
    file: RULES,
    find: "reason === 'OVER_CEILING' || ",
    replace: '',
    caughtBy,
    test: 'one poisha over the ceiling',
  },
  {
    what: 'a bill that is corrected is paid by itself',
    file: LOCK,
    find: "and k.state = 'REQUESTED') as",
    replace: "and k.state = 'REFUSED') as",
    caughtBy,
    test: 'a bill that is looked at',
  },
  {
    what: 'a bill is paid by itself while a payment of it is at the bank',
    file: LOCK,
    find: "and p.state = 'PROCESSING') as",
    replace: "and p.state = 'CREATED') as",
    caughtBy,
    test: 'a payment at the bank',
  },
  {
    what: 'two runs at once both find a try that waits',
    file: LOCK,
    find: '${waitsFor(step, actor, limits)} for update`',
    replace: '${waitsFor(step, actor, limits)}`',
    caughtBy,
    test: 'ten runs at once',
  },
  {
    what: 'who has a connection no more pays for it',
    file: PLAN,
    find: 'where r.ended_at is null and not ${isOfOwner}`',
    replace: 'where r.ended_at is null and false`',
    caughtBy,
    test: 'another owner',
  },
  {
    what: 'what the office takes back is paid by itself again',
    file: PLAN,
    find: "a.state in ('PLANNED', 'PAID')",
    replace: "a.state = 'PLANNED'",
    caughtBy,
    test: 'a bill is told some days before',
  },
  {
    what: 'auto-pay that is switched off plans bills',
    file: PLAN,
    find: 'if (!limits.enabled || !limits.autoPay) return;',
    replace: '',
    caughtBy,
    test: 'auto-pay switched off',
  },
  {
    what: 'what a late run tells is paid at once',
    file: WORK,
    find: 'pay_on = greatest(pay_on, ',
    replace: 'pay_on = least(pay_on, ',
    caughtBy,
    test: 'on a fixed day',
  },
  {
    what: 'a fault at one bill keeps the others waiting',
    file: WORK,
    find: '.catch((error) => faults.push(error))',
    replace: '',
    caughtBy,
    test: 'ten runs at once',
  },
  {
    what: 'a day of auto-pay that is done is worked again',
    file: DAYS,
    find: 'where d.done_at is null and d.alive_at',
    replace: 'where d.alive_at',
    caughtBy,
    test: 'the work of a day',
  },
  {
    what: 'two workers pay the bills of one day',
    file: DAYS,
    find: 'd.done_at is null and d.alive_at < clock_timestamp()',
    replace: 'd.done_at is null and now() < clock_timestamp()',
    caughtBy,
    test: 'the work of a day',
  },
  {
    what: 'a day of auto-pay that was stopped is noted as done',
    file: DAYS,
    find: "isDone ? 'done' : 'open'",
    replace: "isDone ? 'done' : 'done'",
    caughtBy,
    test: 'the work of a day',
  },
  {
    what: 'a failure is not told',
    file: WORK,
    find: 'await tellFailed(tx, actor, {',
    replace: 'if (nextOn === id) await tellFailed(tx, actor, {',
    caughtBy,
    test: 'too little in the wallet',
  },
  {
    what: 'what was planned by a wish that ended is paid',
    file: WISH,
    find: '  else await end(tx, actor, ids);\n  await dropEnded(tx, actor);\n',
    replace: '  else await end(tx, actor, ids);\n',
    caughtBy,
    test: 'what is paid by hand, or ended',
  },
  {
    what: 'a household wants it for the connection of another one',
    file: WISH,
    find: 'ownConnections(walletOf)',
    replace: 'sql`select * from meters.connections`',
    caughtBy,
    test: 'a household wants it',
  },
  {
    what: 'a household wants auto-pay that is switched off',
    file: WISH,
    find: 'if (!autoPay) throw fail(errors.auto_pay_off);',
    replace: '',
    caughtBy,
    test: 'auto-pay switched off',
  },
];
