/** Breaks by hand: a connection ends once, with a reading that is billed, and the way back is open until then. */
import type { Break } from './break.ts';

const CHECKS = 'src/domains/meters/readings/check-readings.ts';
const CLOSE = 'src/domains/meters/closure/actions/close-connection.ts';
const REOPEN = 'src/domains/meters/closure/actions/reopen-connection.ts';
const CLOSURE = 'src/domains/meters/closure/close-and-reopen-connection.test.ts';

export const closure: readonly Break[] = [
  {
    what: 'a connection is closed on a day to come',
    file: CLOSE,
    find: '  if (readOn > actor.today) throw fail(errors.reading_in_future);\n',
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a connection that is closed already gets a second last day',
    file: CLOSE,
    find: "  if (place.status === 'closed') throw fail(errors.connection_closed);\n",
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'two close one connection at once',
    file: CLOSE,
    find: '  await lockConnection(tx, meterId);\n',
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a reading with another figure is taken for the last one',
    file: CLOSE,
    find: ' and r.register_litres = ${registerLitres}',
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a reading before a later month is taken for the last one',
    file: CLOSE,
    find: '          and l.period > r.period)',
    replace: '          and false)',
    caughtBy: CLOSURE,
  },
  {
    what: 'a connection is closed with a reading that is billed already, and gets no final bill',
    file: CLOSE,
    find: " and r.state <> 'BILLED'",
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a connection is closed on its first day, of which nothing can be billed',
    file: CLOSE,
    find: 'greatest(a.installed_on, c.connected_on + 1)',
    replace: 'a.installed_on',
    caughtBy: CLOSURE,
  },
  {
    what: 'what was read for the next month stays when the connection is opened again',
    file: REOPEN,
    find: ' and period > read_on',
    replace: ' and false',
    caughtBy: CLOSURE,
  },
  {
    what: 'opening a connection again takes out the reading of the own month',
    file: REOPEN,
    find: ' and period > read_on',
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a first bill that is the last one is stretched both ways',
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: ' and r.previous_on > c.connected_on\n        then greatest',
    replace: '\n        then greatest',
    caughtBy: 'src/domains/billing/bill-run/left-out.test.ts',
  },
  {
    what: 'a connection whose month was read cannot be closed before the next month',
    file: CLOSE,
    find: 'return isTaken ? addMonths(own, 1) : own;',
    replace: 'return isTaken ? own : own;',
    caughtBy: CLOSURE,
  },
  {
    what: 'the last reading of a closed connection is taken for any later month',
    file: CHECKS,
    find: " and l.period <= l.read_on + interval '1 month')",
    replace: ')',
    caughtBy: CLOSURE,
  },
  {
    what: 'a connection is opened again after its final bill',
    file: REOPEN,
    find: "  if (ended.state === 'BILLED') throw fail(errors.reading_billed);\n",
    replace: '',
    caughtBy: CLOSURE,
  },
  {
    what: 'a meter that measures another connection comes back',
    file: REOPEN,
    find: " and status = 'REMOVED' returning",
    replace: ' returning',
    caughtBy: CLOSURE,
  },
  {
    what: 'the last reading of a closed connection gets an earlier day',
    file: 'src/domains/meters/readings/actions/edit-reading.ts',
    find: 'input.readOn !== before.readOn && (await isLastOfClosed(tx, input.id))',
    replace: 'false',
    caughtBy: CLOSURE,
  },
  {
    what: 'the last reading of a closed connection is taken out',
    file: 'migrations/0085_closure_of_connections.sql',
    find: "using errcode = '23514', constraint = 'readings_last_of_closed';",
    replace: "using errcode = '23514', constraint = 'none'; end if; if false then raise exception 'none';",
    caughtBy: CLOSURE,
  },
  {
    what: 'the last reading of a closed connection cannot be corrected',
    file: CHECKS,
    find: ' or ${isLastOfClosed})',
    replace: ')',
    caughtBy: CLOSURE,
  },
];
