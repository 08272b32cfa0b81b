/** Breaks by hand: who is told to the later one of two who take a step at the same moment. */
import type { Break } from '../break.ts';

const OF_REQUESTS = 'src/domains/ownership/lock-request.ts';
const OF_ORDERS = 'src/domains/work-orders/lock-order.ts';
const [requests, orders] = [
  'src/domains/ownership/steps/who-was-faster.test.ts',
  'src/domains/work-orders/who-was-faster.test.ts',
];

export const whoWasFaster: readonly Break[] = [
  {
    what: 'the last who changed a request is named, also if they did not make the version',
    file: OF_REQUESTS,
    find: 'where t.request_id = ${id} and t.version = ${version}`',
    replace: 'where t.request_id = ${id} and t.version <= ${version} order by t.version desc limit 1`',
    caughtBy: requests,
    test: 'who accepts is told',
  },
  {
    what: 'a fee that came is told as a person',
    file: OF_REQUESTS,
    find: "t.action in ('pay', 'pay-late') as",
    replace: 'false as',
    caughtBy: requests,
    test: 'with nothing paid on the screen',
  },
  {
    what: 'a request that the program has ended is told as changed by the name of its job',
    file: OF_REQUESTS,
    find: "actor.kind === 'system' && !PAYS.has(event.action) ? null : ",
    replace: '',
    caughtBy: requests,
    test: 'what the program ended',
  },
  {
    what: 'a step of a request does not note its version',
    file: OF_REQUESTS,
    find: '    version: answer.version,\n',
    replace: '',
    caughtBy: requests,
    test: 'who accepts is told',
  },
  {
    what: 'an owner learns who of the office was faster',
    file: 'src/platform/changed-by.ts',
    find: " && actor.kind !== 'consumer'",
    replace: '',
    caughtBy: requests,
    test: 'an owner reads no name',
  },
  {
    what: 'a household learns who of the office was faster at its repair',
    file: 'src/platform/changed-by.ts',
    find: " && actor.kind !== 'consumer'",
    replace: '',
    caughtBy: orders,
    test: 'a household reads no name',
  },
  {
    what: 'the last who changed an order is named, also if they did not make the version',
    file: OF_ORDERS,
    find: 'where t.order_id = ${id} and t.version = ${version}`',
    replace: 'where t.order_id = ${id} and t.version <= ${version} order by t.version desc limit 1`',
    caughtBy: orders,
    test: 'who takes a request',
  },
  {
    what: 'a charge that was paid is told as a person',
    file: OF_ORDERS,
    find: "t.action = 'pay' as",
    replace: 'false as',
    caughtBy: orders,
    test: 'with nothing paid on the screen',
  },
  {
    what: 'the end of a hold is told as made by the name of a job',
    file: OF_ORDERS,
    find: "actor.kind === 'system' && event.action !== 'pay' ? null : ",
    replace: '',
    caughtBy: orders,
    test: 'a hold that the program',
  },
  {
    what: 'work that was handed over does not note who did it',
    file: 'src/domains/work-orders/steps/actions/hand-over-orders.ts',
    find: '${remark}, o.version',
    replace: '${remark}, null::int',
    caughtBy: orders,
    test: 'handed the work',
  },
];
