/** Breaks by hand: who decides on a change of meter, what makes it an old one, and the figure with which a meter went. */
import type { Break } from '../break.ts';

const CHANGES = 'src/domains/meters/changes';
const ASK = `${CHANGES}/actions/ask-change.ts`;
const DECIDE = `${CHANGES}/actions/decide-change.ts`;
const SETTLE = `${CHANGES}/actions/settle-final.ts`;
const RULES = `${CHANGES}/change.rules.ts`;
const changed = `${CHANGES}/change-meter.test.ts`;
const confirmed = `${CHANGES}/confirm-final.test.ts`;

export const meterChanges: readonly Break[] = [
  {
    what: 'who asked for a change of meter decides on it',
    file: RULES,
    find: "  if (by === 'another' && isAsker) return 'change_asker';\n",
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'somebody else takes a request to change a meter back',
    file: RULES,
    find: "  if (by === 'asker' && !isAsker) return 'change_not_asker';\n",
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'a change of meter is accepted on a page that is old',
    file: `${CHANGES}/lock-change.ts`,
    find: '  if (subject.version !== version) throw fail(commonErrors.stale_version);\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'a meter is changed on a day that was read meanwhile',
    file: DECIDE,
    find: '  if (!(await isStillTrue(tx, subject))) throw fail(errors.change_outdated);\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'the meter of a refused request is kept for nobody',
    file: DECIDE,
    find: "  if (move !== 'return') await releaseMeter(",
    replace: "  if (move === 'withdraw') await releaseMeter(",
    caughtBy: changed,
  },
  {
    what: 'a request that is sent back loses its meter',
    file: DECIDE,
    find: "  if (move !== 'return') await releaseMeter(",
    replace: '  await releaseMeter(',
    caughtBy: changed,
  },
  {
    what: 'a meter goes on a day that is measured already',
    file: ASK,
    find: '  if (changedOn < day) throw fail(errors.change_too_early, { day });\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'unusual figures of a change of meter are not asked about',
    file: ASK,
    find: '  ask(place, meter, input);\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'who confirms the old meter of a change has answered for the new one',
    file: ASK,
    find: 'if (!openingUnusual && isUnusualOpening',
    replace: 'if (!finalUnusual && isUnusualOpening',
    caughtBy: changed,
  },
  {
    what: 'a meter is kept for two requests',
    file: ASK,
    find: "  if (meter.status !== 'IN_STOCK') throw fail(errors.new_meter_not_free, { status: meter.status });\n",
    replace:
      "  if (meter.status === 'INSTALLED') throw fail(errors.new_meter_not_free, { status: meter.status });\n",
    caughtBy: changed,
  },
  {
    what: 'a reading is approved that rests on a figure nobody confirmed',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: '  if (unconfirmed) throw fail(errors.final_unconfirmed);\n',
    replace: '',
    caughtBy: confirmed,
    test: 'by no way before',
  },
  {
    what: 'many readings are approved that rest on a figure nobody confirmed',
    file: 'src/domains/meters/readings/queries.ts',
    find: 'export const restsOnOpen: Sql = sql`(${restsOnUnconfirmed} or exists (',
    replace: 'export const restsOnOpen: Sql = sql`(false or exists (',
    caughtBy: confirmed,
    test: 'by no way before',
  },
  {
    what: 'who read the last figure of a meter confirms it',
    file: SETTLE,
    find: '  if (place.readById === actor.userId) throw fail(errors.final_own);\n',
    replace: '',
    caughtBy: confirmed,
  },
  {
    what: 'another figure is confirmed than the one on the screen',
    file: SETTLE,
    find: ' || place.finalLitres !== seenLitres)',
    replace: ')',
    caughtBy: confirmed,
  },
  {
    what: 'a figure of a meter is corrected without a reason',
    file: SETTLE,
    find: '  if (finalLitres !== place.finalLitres && !reason) throw fail(errors.final_reason);\n',
    replace: '',
    caughtBy: confirmed,
  },
  {
    what: 'a corrected figure is not measured again',
    file: SETTLE,
    find: '  if (finalLitres === place.finalLitres) return;\n',
    replace: '  return;\n',
    caughtBy: confirmed,
    test: 'is measured again',
  },
  {
    what: 'a figure that is billed is corrected',
    file: SETTLE,
    find: '  if (billed) throw fail(errors.final_billed);\n',
    replace: '',
    caughtBy: confirmed,
  },
  {
    what: 'a household is not told that its meter was changed',
    file: DECIDE,
    find: "  await tellHousehold(tx, actor, 'changed', placeId);\n",
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'a household is not told that a figure of its old meter was corrected',
    file: SETTLE,
    find: "  await tellHousehold(tx, actor, 'corrected', id);\n",
    replace: '',
    caughtBy: confirmed,
  },
];
