/** Breaks by hand: what a reader's phone notes at a meter, and the order of a road. */
import type { Break } from '../break.ts';

const VISITS = 'src/domains/meters/visits';
const CHECK = `${VISITS}/check-visit.ts`;
const NOTE = `${VISITS}/actions/note-visit.ts`;
const ORDER = `${VISITS}/actions/set-route-order.ts`;
const caughtBy = `${VISITS}/phone-route.test.ts`;

export const visits: readonly Break[] = [
  {
    what: 'the time since the meter before is that of another reader',
    file: CHECK,
    find: 'b.visited_by = ${actor.userId} and ',
    replace: '',
    caughtBy,
  },
  {
    what: 'a phone that is unsure of its place is told to be far away',
    file: CHECK,
    find: ' + ${place?.accuracyM ?? 0}::int end',
    replace: ' end',
    caughtBy,
  },
  {
    what: 'a place that nobody has approved is the place of the connection',
    file: CHECK,
    find: "r.state in ('APPROVED', 'BILLED')",
    replace: "r.state = 'BILLED'",
    caughtBy,
  },
  {
    what: 'a visit that the settings refuse is taken',
    file: 'src/domains/meters/readings/actions/capture-reading.ts',
    find: '  refuseReading(visited.refused);\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a corrected value hides how fast it was noted',
    file: 'src/domains/meters/readings/actions/capture-reading.ts',
    find: 'flags: [...reading.flags, ...kept.flags]',
    replace: 'flags: reading.flags',
    caughtBy,
  },
  {
    what: 'a reason is noted for a meter that somebody has read',
    file: NOTE,
    find: '  if (meter.isRead) throw fail(meterErrors.already_read, { period });\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'somebody else adds the photo of a visit',
    file: `${VISITS}/actions/add-visit-photo.ts`,
    find: ' and visited_by = ${actor.userId}',
    replace: '',
    caughtBy,
  },
  {
    what: 'the order of a road is set although it was changed meanwhile',
    file: ORDER,
    find: ' and now.ids = ${was}::uuid[]',
    replace: '',
    caughtBy,
  },
  {
    what: 'the order of a road is set with one connection left out',
    file: ORDER,
    find: '          and (select array_agg(id order by id) from given) = (select array_agg(id order by id) from unnest(now.ids) i (id))\n',
    replace: '',
    caughtBy,
  },
];
