/** Breaks by hand: Two at once. */
import type { Break } from './break.ts';

export const locks: readonly Break[] = [
  {
    what: 'an application is not locked',
    file: 'src/domains/applications/pipeline/load-facts.ts',
    find: 'await execute(tx, sql`select from applications.applications where id = ${id} for update`);',
    replace: '',
    caughtBy: 'src/domains/applications/simultaneous-steps-and-clocks.test.ts',
  },
  {
    what: 'two applications for one plot do not take turns',
    file: 'src/domains/applications/intake/actions/ensure-plot-free.ts',
    find: 'await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);',
    replace: '',
    caughtBy: 'src/domains/applications/simultaneous-steps-and-clocks.test.ts',
  },
  {
    what: 'a refund case is not locked',
    file: 'src/domains/payments/refunds/lock-refund.ts',
    find: 'where id = ${id} for update',
    replace: 'where id = ${id}',
    caughtBy: 'src/domains/payments/refunds/refund-states.test.ts',
    test: 'ten at once',
  },
  {
    what: "a connection's money is not locked",
    file: 'src/domains/billing/invoices/actions/settle-invoices.ts',
    find: 'where id in (${ids}) order by id for no key update`',
    replace: 'where id in (${ids}) order by id`',
    caughtBy: 'src/domains/payments/wait-for-connection.test.ts',
  },
  {
    what: 'a reserved meter is reserved again',
    file: 'src/domains/meters/actions/reserve-meter.ts',
    find: " and status = 'IN_STOCK' returning",
    replace: ' returning',
    caughtBy: 'src/domains/applications/simultaneous-steps-and-clocks.test.ts',
  },
];
