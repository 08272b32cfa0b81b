/** Breaks by hand: what a reader of settlement files and of files of lists found missing. */
import type { Break } from '../break.ts';

const POST = 'src/domains/payments/bank-files/actions/post-bank-file.ts';
const SLOW = 'src/domains/payments/gateway/slow-gateway.test.ts';
const TEST = 'src/domains/payments/bank-files/movements-of-files.test.ts';

export const reviewedBanks: readonly Break[] = [
  {
    what: 'a settlement file is posted while another one is given up',
    file: POST,
    find: '  await lockFiles(tx, fileId);\n',
    replace: '',
    caughtBy: TEST,
    test: 'wait for each other',
  },
  {
    what: 'a settlement file is given up while another one is posted',
    file: POST,
    find: '  await lockFiles(tx, id);\n',
    replace: '',
    caughtBy: TEST,
    test: 'wait for each other',
  },
  {
    what: 'differences are raised while their settlement file is given up',
    file: 'src/domains/payments/bank-files/actions/raise-differences.ts',
    find: '  await lockFiles(tx, id);\n',
    replace: '',
    caughtBy: TEST,
    test: 'wait for each other',
  },
  {
    what: 'a settlement file is given up that a posted one relies on',
    file: POST,
    find: '  await refuseCountedElsewhere(tx, id);\n',
    replace: '',
    caughtBy: TEST,
    test: 'is not given up after',
  },
  {
    what: 'the file of what is ready to disconnect forgets that filter',
    file: 'src/domains/collections/cases/exports.ts',
    find: 'caseList(actor, query, await ladderOn(tx, actor.today))',
    replace: 'caseList(actor, { ...query, ready: undefined }, await ladderOn(tx, actor.today))',
    caughtBy: 'src/domains/collections/cases/given-up-and-hanging.test.ts',
    test: 'file of what is ready',
  },
  {
    what: 'the file of due bills takes a day that is to come',
    file: 'src/domains/collections/ageing/exports.ts',
    find: '    refuseFuture(actor, query.asOf);\n',
    replace: '',
    caughtBy: 'src/domains/collections/ageing/ageing-of-days.test.ts',
    test: 'a day that is to come',
  },
  {
    what: 'a round asks the bank about an order that another round has checked',
    file: 'src/domains/payments/gateway/janitor.ts',
    find: 'if (signal?.aborted || !(await isStillDue(context, now, id))) return;',
    replace: 'if (signal?.aborted) return;',
    caughtBy: SLOW,
    test: 'what another round checked',
  },
  {
    what: 'a round goes on after the program was told to stop',
    file: 'src/domains/payments/gateway/janitor.ts',
    find: 'if (signal?.aborted || !(await',
    replace: 'if (!(await',
    caughtBy: SLOW,
    test: 'the program stops',
  },
  {
    what: 'a round that crosses midnight books on the day before',
    file: 'src/domains/payments/gateway/janitor.ts',
    find: 'const now = actorNow();',
    replace: 'const now = actor;',
    caughtBy: SLOW,
    test: 'after midnight',
  },
  {
    what: 'a payment that its payer gives up is taken by that',
    file: 'src/domains/payments/gateway/give-up.ts',
    find: '{ takes: false }',
    replace: '{}',
    caughtBy: 'src/domains/payments/gateway/same-for-all-gateways.test.ts',
    test: 'gives up is not charged',
  },
  {
    what: 'a round of the bank’s calls that crosses midnight books on the day before',
    file: 'src/domains/payments/gateway/receive-callback.ts',
    find: '  await eachAlone(waiting, async ({ id }) => {\n    if (!signal?.aborted) await processCall(context, actorNow(), id);',
    replace:
      '  const start = actorNow();\n  await eachAlone(waiting, async ({ id }) => {\n    if (!signal?.aborted) await processCall(context, start, id);',
    caughtBy: SLOW,
    test: 'each is booked on the day',
  },
  {
    what: 'a round of the bank’s calls goes on after the program was told to stop',
    file: 'src/domains/payments/gateway/receive-callback.ts',
    find: 'if (!signal?.aborted) await processCall',
    replace: 'await processCall',
    caughtBy: SLOW,
    test: 'the rest waits for the next round',
  },
];
