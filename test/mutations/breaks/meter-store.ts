/** Breaks by hand: the states of a meter, who scraps it, and what is noted of it. */
import type { Break } from '../break.ts';

const STORE = 'src/domains/meters/store';
const caughtBy = `${STORE}/meter-store.test.ts`;

export const meterStore: readonly Break[] = [
  {
    what: 'who asked to scrap a meter decides on it',
    file: `${STORE}/actions/scrap-meter.ts`,
    find: '  if (asked.askedBy === actor.userId) throw fail(errors.meter_scrap_asker);\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a meter that is worth something is scrapped by one person',
    file: `${STORE}/actions/scrap-meter.ts`,
    find: '  if (valueMinor === null) return scrap(',
    replace: '  if (valueMinor !== undefined) return scrap(',
    caughtBy,
  },
  {
    what: 'a meter is scrapped that is kept for an application meanwhile',
    file: `${STORE}/actions/scrap-meter.ts`,
    find: "    refuseMove('scrap', meter);\n    return",
    replace: '    return',
    caughtBy,
  },
  {
    what: 'a meter is in stock again before its last figure is confirmed',
    file: `${STORE}/actions/test-meter.ts`,
    find: '  await refuseOpen(tx, meter.id);\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a step is made on the page of a meter that is old',
    file: `${STORE}/lock-meter.ts`,
    find: '  if (meter.version !== step.version) throw fail(commonErrors.stale_version);\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a move is made from a state that the table does not have',
    file: `${STORE}/lock-meter.ts`,
    find: '  if (!canMove(move, status)) throw fail(errors.meter_wrong_state, { status });\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a meter is installed that was not tested since it was removed',
    file: `${STORE}/store.rules.ts`,
    find: "  install: { from: ['IN_STOCK', 'RESERVED'], to: 'INSTALLED' },\n",
    replace: "  install: { from: ['IN_STOCK', 'RESERVED', 'REMOVED_CONFIRMED'], to: 'INSTALLED' },\n",
    caughtBy,
  },
];
