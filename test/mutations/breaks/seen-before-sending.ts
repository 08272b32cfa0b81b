/** Breaks by hand: what somebody pays or decides is what their page showed, not what it is by now. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const BEGIN = `${PAYMENTS}/actions/begin-payment.ts`;
const MOVED = `${PAYMENTS}/due-moved.test.ts`;
const LINKS = `${PAYMENTS}/links/queries.ts`;
const NOT_DUE = `${PAYMENTS}/links/what-is-not-due.test.ts`;
const AT_LINES = 'src/domains/billing/web/corrections/at-lines.rules.ts';
const ROWS = 'src/web/ui/list/rows/met-rows.rules.ts';
const ROWS_TEST = 'src/web/ui/list/rows/met-rows.rules.test.ts';

export const seenBeforeSending: readonly Break[] = [
  {
    what: 'online the sum of a bill that was paid since the page showed it is paid ahead',
    file: BEGIN,
    find: 'sql`${due} = ${seen.dueMinor}::bigint`',
    replace: 'sql`true`',
    caughtBy: MOVED,
    test: 'not paid ahead online',
  },
  {
    what: 'an online payment is started beside money that the counter is just recording',
    file: BEGIN,
    find: '  // Money that the counter is just recording is waited for.\n  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);\n',
    replace: '',
    caughtBy: MOVED,
    test: 'GATEWAY: money that the counter',
  },
  {
    what: 'the wallet pays for what its household did not see',
    file: `${PAYMENTS}/actions/pay-from-wallet.ts`,
    find: '  await refuseMoved(tx, target, seen);\n',
    replace: '',
    caughtBy: MOVED,
    test: 'not paid ahead online',
  },
  {
    what: 'the wallet compares what is due with money that the counter is just recording',
    file: BEGIN,
    find: '  if (seen.dueMinor === undefined) return;\n  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);\n',
    replace: '  if (seen.dueMinor === undefined) return;\n',
    caughtBy: MOVED,
    test: 'WALLET: money that the counter',
  },
  {
    what: 'who pays what they took over is compared with the bills of the earlier owner',
    file: `${PAYMENTS}/actions/make-payment.ts`,
    find: 'isTakenOver: mostMinor !== undefined',
    replace: 'isTakenOver: false as boolean',
    caughtBy: 'src/domains/ownership/money-of-the-other.test.ts',
    test: 'moves nothing',
  },
  {
    what: 'a dialog of a list sends the version that was refused again',
    file: ROWS,
    find: 'changes.map((change) => change.now ?? change.before)',
    replace: 'changes.map((change) => change.before)',
    caughtBy: ROWS_TEST,
    test: 'is the one that is sent next',
  },
  {
    what: 'a dialog of a list goes on with a row that somebody decided about',
    file: ROWS,
    find: 'change.now ? !fits(change.now) : ',
    replace: 'change.now ? !fits(change.before) : ',
    caughtBy: ROWS_TEST,
    test: 'are over for the dialog',
  },
  {
    what: 'rows that are selected on other pages are left out with any refusal',
    file: ROWS,
    find: '!change.now && !wasShown.has(idOf(change.before))',
    replace: '!change.now && wasShown.size < 0',
    caughtBy: ROWS_TEST,
    test: 'rows of other pages',
  },
  {
    what: 'a dialog of a list does not hear that it was refused for the version',
    file: 'src/web/calls/change-signals.ts',
    find: "signalChange(isOld ? 'outdated' : 'refused')",
    replace: "signalChange('refused')",
    caughtBy: 'src/web/calls/change-signals.test.ts',
    test: 'another version',
  },
  {
    what: 'a step with a meter sends the version that was refused for good',
    file: 'src/domains/meters/web/store/act-dialogs.tsx',
    find: '    extra: { meterId: meter.id, version: meter.version, move },\n',
    replace: '    version: meter.version,\n    extra: { meterId: meter.id, move },\n',
    caughtBy: 'src/domains/settings/edit-conflicts.test.ts',
    test: 'names the version of its record',
  },
  {
    what: 'a link says thank you for what was paid at the counter',
    file: LINKS,
    find: "x.state = 'APPROVED' and not x.owed_back) then 'PAID'",
    replace: "x.state = 'APPROVED' or true) then 'PAID'",
    caughtBy: NOT_DUE,
    test: 'told apart',
  },
  {
    what: 'a link says thank you for money that goes back',
    file: LINKS,
    find: "x.state = 'APPROVED' and not x.owed_back) then 'PAID'",
    replace: "x.state = 'APPROVED') then 'PAID'",
    caughtBy: NOT_DUE,
    test: 'told apart',
  },
  {
    what: 'the link of work that was refused or cancelled does not say so',
    file: LINKS,
    find: "  when o.state in ('REJECTED', 'CANCELLED') then 'ENDED'\n",
    replace: '',
    caughtBy: NOT_DUE,
    test: 'waived, cancelled',
  },
  {
    what: 'the link of a house with another owner does not say so',
    file: LINKS,
    find: "  when meters.changed_hands_on(o.connection_id) is not null then 'CHANGED_HANDS'\n",
    replace: '',
    caughtBy: 'src/domains/ownership/open-repairs.test.ts',
    test: 'nobody pays for it any more',
  },
  {
    what: 'the preview of a correction names a refused figure at another line',
    file: AT_LINES,
    find: 'const line = lines[Number(nth)];',
    replace: 'const line = lines.length < 0 ? undefined : Number(nth);',
    caughtBy: 'src/domains/billing/web/corrections/at-lines.rules.test.ts',
    test: 'at its own line',
  },
];
