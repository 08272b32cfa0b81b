/** Breaks by hand: what the history of payments counts, money at the bank while a step ends a charge, and what the log tells of money. */
import type { Break } from '../break.ts';

const ofTheOther = 'src/domains/ownership/money-of-the-other.test.ts';
const PAYMENTS = 'src/domains/payments';

export const mendedMoney: readonly Break[] = [
  {
    what: 'the sum of what was collected is of all, not of the rows that a household sees',
    file: `${PAYMENTS}/queries.ts`,
    find: '    visibleTo(actor),\n    ...(connectionId ? [sql`p.connection_id',
    replace: '    ...(connectionId ? [sql`p.connection_id',
    caughtBy: ofTheOther,
    test: 'nowhere of the earlier owner',
  },
  {
    what: 'the payments of a consumer leave out those for the connection of another',
    file: `${PAYMENTS}/queries.ts`,
    find: '(${isConsumer(sql`p.consumer_id`, id)} or ${isConsumer(sql`p.payer_id`, id)})',
    replace: '(${isConsumer(sql`p.consumer_id`, id)})',
    caughtBy: ofTheOther,
    test: 'what its rows show',
  },
  {
    what: 'the sum of a consumer is of all consumers',
    file: `${PAYMENTS}/queries.ts`,
    find: '    ...(consumerId ? [isOfConsumer(consumerId)] : []),\n  ];',
    replace: '  ];',
    caughtBy: ofTheOther,
    test: 'what its rows show',
  },
  {
    what: 'the history is not searched by the name of who paid for another',
    file: `${PAYMENTS}/queries.ts`,
    find: ' or p.payer_id in (${consumersFound(search)})',
    replace: '',
    caughtBy: ofTheOther,
    test: 'what its rows show',
  },
  {
    what: 'the chart of the earlier owner counts what the new one paid, if row-level security is away',
    file: 'src/domains/dashboard/chart-queries.ts',
    find: ' and not p.taken_over)',
    replace: ')',
    caughtBy: ofTheOther,
    test: 'what its rows show',
  },
];
