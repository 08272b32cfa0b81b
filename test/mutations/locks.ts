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
  {
    what: 'two acts alone at once are not counted together',
    file: 'src/domains/billing/corrections/second-person.ts',
    find: "sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${actor.userId ?? 'system'}::text))`",
    replace: 'sql`select 1`',
    caughtBy: 'src/domains/payments/alone.test.ts',
    test: 'two at once',
  },
  {
    what: 'an alarm is taken by two',
    file: 'src/domains/payments/alarms/actions/own-alarm.ts',
    find: 'and owner_id is not distinct from ${wasOwnerId}::uuid',
    replace: '',
    caughtBy: 'src/domains/payments/alarms/alarms.test.ts',
    test: 'of two who take it',
  },
  {
    what: 'a proposal is not locked',
    file: 'src/domains/payments/proposals/actions/decide-proposal.ts',
    find: 'where q.id = ${id} for update of q',
    replace: 'where q.id = ${id}',
    caughtBy: 'src/domains/payments/alarms/alarms.test.ts',
    test: 'twenty decide',
  },
  {
    what: 'two people act alone on one connection at once',
    file: 'src/domains/billing/corrections/second-person.ts',
    find: 'sql`select from meters.connections where id = ${act.connectionId} for no key update`',
    replace: 'sql`select 1`',
    caughtBy: 'src/domains/payments/alone.test.ts',
    test: 'two people at once',
  },
];
