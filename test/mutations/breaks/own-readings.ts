/** Breaks by hand: a household's own figure. */
import type { Break } from '../break.ts';

const SEND = 'src/domains/meters/own/actions/send-own.ts';
const QUERIES = 'src/domains/meters/own/queries.ts';
const caughtBy = 'src/domains/meters/own/send-own-reading.test.ts';

export const ownReadings: readonly Break[] = [
  {
    what: 'a household sends its figure on any day',
    file: SEND,
    find: '  if (!window.isOpen || window.period !== period) throw',
    replace: '  if (period === from) throw',
    caughtBy,
    test: 'in which days',
  },
  {
    what: "a household sends the figure of somebody else's meter",
    file: QUERIES,
    find: 'c.consumer_id = ${actor.consumerId}::uuid and c.status',
    replace: 'c.status',
    caughtBy,
    test: 'as of any reading',
  },
  {
    what: 'an own figure that passed its checks is approved with those of readers',
    file: 'src/domains/meters/readings/actions/capture-reading.ts',
    find: "input.source === 'SELF' ? ['SELF_READ', ...reading.flags] : reading.flags",
    replace: 'reading.flags',
    caughtBy,
    test: 'never approved as one that passed',
  },
  {
    what: 'an own figure takes the place of what a reader read',
    file: QUERIES,
    find: "(r.source = 'ESTIMATE' and (r.waiting",
    replace: '((r.waiting',
    caughtBy,
    test: 'as of any reading',
  },
  {
    what: "one person alone credits bills by a household's own figure",
    file: 'src/domains/meters/readings/queries.ts',
    find: " or ${isBelowEstimate(reading) && reading.source === 'SELF'}",
    replace: '',
    caughtBy,
    test: 'approved by two people',
  },
];
