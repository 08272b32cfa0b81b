/** Breaks by hand: the order of the lists of work, the badges that count them, photos after the completion, movements of the store. */
import type { Break } from '../break.ts';

const RULES = 'src/domains/work-orders/work-order.rules.ts';
const PHOTO = 'src/domains/work-orders/steps/actions/add-photo.ts';
const QUERIES = 'src/domains/work-orders/queries.ts';
const STORE = 'src/domains/work-orders/store/queries.ts';
const SEES = 'src/domains/work-orders/who-sees-what.test.ts';
const URGENCY = 'src/domains/work-orders/urgency.test.ts';
const MOVEMENTS = 'src/domains/work-orders/store/movements.test.ts';

const COLUMNS = 'src/domains/work-orders/list-columns.ts';
const COLUMNS_TEST = 'src/domains/work-orders/list-columns.test.ts';

export const workOrderLists: readonly Break[] = [
  {
    what: 'anybody who sees completed work adds photos to it',
    file: RULES,
    find: "(byCrew || (action === 'photo' && facts.state === 'COMPLETED'))",
    replace: 'byCrew',
    caughtBy: SEES,
    test: 'after the completion',
  },
  {
    what: 'photos are added after the work was verified',
    file: RULES,
    find: "'IN_PROGRESS', 'COMPLETED'],\n    permission: 'work-orders:create'",
    replace: "'IN_PROGRESS', 'COMPLETED', 'CLOSED'],\n    permission: 'work-orders:create'",
    caughtBy: SEES,
    test: 'after the completion',
  },
  {
    what: 'a photo of before the work is added after it',
    file: PHOTO,
    find: "  if (!takesPhotosOf(subject.state, actor.kind === 'consumer').includes(moment))\n    throw fail(errors.photo_of_after);\n",
    replace: '',
    caughtBy: SEES,
    test: 'after the completion',
  },
  {
    what: 'what is late does not come first',
    file: QUERIES,
    find: '  sql`not "isLate"`,\n',
    replace: '',
    caughtBy: URGENCY,
    test: 'what is late comes first',
  },
  {
    what: 'what is urgent does not come before the rest',
    file: QUERIES,
    find: "  sql`(priority <> 'URGENT')`,\n",
    replace: '',
    caughtBy: URGENCY,
    test: 'what is late comes first',
  },
  {
    what: 'the first page of a list of work has its urgent orders only',
    file: QUERIES,
    find: 'cross join (values (false), (true)) as other (priority)',
    replace: 'cross join (values (false)) as other (priority)',
    caughtBy: URGENCY,
    test: 'what is late comes first',
  },
  {
    what: 'the first page of a list of work has its late orders only',
    file: QUERIES,
    find: ", (${actor.now}::timestamptz, 'infinity'::timestamptz)) as due",
    replace: ') as due',
    caughtBy: URGENCY,
    test: 'what is late comes first',
  },
  {
    what: 'a later page of a list of work misses orders',
    file: QUERIES,
    find: 'limit * offset : undefined',
    replace: 'limit : undefined',
    caughtBy: URGENCY,
    test: 'what is late comes first',
  },
  {
    what: 'all orders are sorted for one page of them',
    file: QUERIES,
    find: '      most && states\n',
    replace: '      most && states && false\n',
    caughtBy: URGENCY,
    test: 'of many orders',
  },
  {
    what: 'the menu does not count what waits for verification',
    file: 'src/domains/work-orders/badges.ts',
    find: "on__review: ['ON_REVIEW', 'COMPLETED'],",
    replace: "on__review: ['ON_REVIEW'],",
    caughtBy: 'src/domains/work-orders/urgency.test.ts',
  },
  {
    what: 'what came into the store is shown as what left it',
    file: STORE,
    find: "query.way === 'IN'",
    replace: "query.way !== 'IN'",
    caughtBy: MOVEMENTS,
    test: 'a booking',
  },
  {
    what: 'the list of the store says what is there now, not what was left',
    file: 'src/domains/work-orders/steps/actions/write-materials.ts',
    find: 'm.unit, ${orderId}, -i.quantity, i.on_hand,',
    replace: 'm.unit, ${orderId}, -i.quantity, i.on_hand + i.quantity,',
    caughtBy: MOVEMENTS,
    test: 'a booking',
  },
  {
    what: 'the counter adds photos to any order',
    file: 'src/domains/work-orders/work-order.rules.ts',
    find: "or: 'work-orders:work',",
    replace: "or: 'work-orders:view',",
    caughtBy: 'src/domains/work-orders/who-adds-photos.test.ts',
  },
  {
    what: 'a list says what was planned after the work took something else',
    file: COLUMNS,
    find: "case when o.used_minor is null then 'ESTIMATE' else 'USED' end",
    replace: "'ESTIMATE'",
    caughtBy: COLUMNS_TEST,
    test: 'what the work will take',
  },
  {
    what: 'an order is other work at its own plot',
    file: COLUMNS,
    find: ' and x.id <> o.id',
    replace: '',
    caughtBy: COLUMNS_TEST,
    test: 'other open work at the plot',
  },
  {
    what: 'work that has ended is other open work at the plot',
    file: COLUMNS,
    find: " and ${isOpen('x')}\n",
    replace: '\n',
    caughtBy: COLUMNS_TEST,
    test: 'other open work at the plot',
  },
  {
    what: 'who sees only their own work is told of other orders at the plot',
    file: COLUMNS,
    find: '${seesAllOrders(actor) ? SIMILAR : sql`null`} as similar',
    replace: '${SIMILAR} as similar',
    caughtBy: COLUMNS_TEST,
    test: 'other open work at the plot',
  },
  {
    what: 'work that was opened again was right the first time',
    file: COLUMNS,
    find: "when o.reopened > 0 then 'NO' ",
    replace: '',
    caughtBy: COLUMNS_TEST,
    test: 'what the work will take',
  },
  {
    what: 'a household reads the materials, the reviewer and the receipts of the list',
    file: COLUMNS,
    find: "  if (actor.kind === 'consumer') return sql`${hours}, ${NOTHING}`;\n",
    replace: '',
    caughtBy: COLUMNS_TEST,
    test: 'nothing of the office',
  },
  {
    what: 'who does not see payments reads receipts in the list of work orders',
    file: 'src/domains/payments/charge-payments.ts',
    find: "  may(actor, 'payments:view')\n    ?",
    replace: '  true\n    ?',
    caughtBy: COLUMNS_TEST,
    test: 'for who sees payments',
  },
  {
    what: 'the filter of the reviewer shows the work of others',
    file: QUERIES,
    find: '  if (query.reviewerId) parts.push(isReviewedBy(actor, query.reviewerId));\n',
    replace: '',
    caughtBy: COLUMNS_TEST,
    test: 'by who reviews it',
  },
  {
    what: 'the filter of the age shows what has just come',
    file: QUERIES,
    find: 'o.state_since <= ${actor.now}::timestamptz - make_interval',
    replace: 'o.state_since <= ${actor.now}::timestamptz + make_interval',
    caughtBy: COLUMNS_TEST,
    test: 'by who reviews it',
  },
  {
    what: 'an application is on hold until today',
    file: 'src/domains/applications/pipeline/actions/set-overlay.ts',
    find: 'input.until <= actor.today',
    replace: 'input.until < actor.today',
    caughtBy: 'src/domains/applications/held-until-a-day.test.ts',
    test: 'until tomorrow or later',
  },
];
