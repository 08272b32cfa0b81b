/** Breaks by hand: what a household is asked, of a change of owner with open bills, an application on hold and a payment at the bank. */
import type { Break } from '../break.ts';

const changes = 'src/domains/dashboard/changes-of-home.test.ts';
const note = 'src/domains/payments/demand-note-at-bank.test.ts';
const refused = 'src/domains/ownership/refused-changes.test.ts';

export const household: readonly Break[] = [
  {
    what: 'the seller is not told that open bills are paid first when the papers are right',
    file: 'src/domains/ownership/steps/actions/check-papers.ts',
    find: '  await tellDues(tx, actor, subject);\n',
    replace: '',
    caughtBy: changes,
  },
  {
    what: 'the seller is told the same again when the reading is noted again',
    file: 'src/domains/ownership/steps/actions/note-reading.ts',
    find: 'if (subject.readOn === null || liabilityMinor !== subject.liabilityMinor) {',
    replace: 'if (true as boolean) {',
    caughtBy: changes,
  },
  {
    what: 'the seller is told although the new owner takes all of it over',
    file: 'src/domains/ownership/tell-owners.ts',
    find: 'if (openMinor <= liabilityMinor) return;',
    replace: '',
    caughtBy: changes,
  },
  {
    what: 'the seller is not asked to pay',
    file: 'src/domains/ownership/asked.rules.ts',
    find: "if (running.side === 'PRESENT') return 'PAY';",
    replace: '',
    caughtBy: changes,
  },
  {
    what: 'the page asks an owner for another thing than the home',
    file: 'src/domains/ownership/queries.ts',
    find: 'hasDues: known.openMinor > liabilityMinor,',
    replace: 'hasDues: false,',
    caughtBy: changes,
  },
  {
    what: 'papers that the reader does not see are not counted',
    file: 'src/domains/ownership/queries.ts',
    find: 'hiddenPapers: kinds.length - documents.length,',
    replace: 'hiddenPapers: 0,',
    caughtBy: changes,
  },
  {
    what: 'the last try is refused as if there were more',
    file: 'src/domains/ownership/steps/actions/agree-to-change.ts',
    find: 'throw left > 0 ?',
    replace: 'throw left > -1 ?',
    caughtBy: refused,
  },
  {
    what: 'an application on hold takes money',
    file: 'src/domains/payments/payables/queries.ts',
    find: ' and p.overlay is null and p.expires_on',
    replace: ' and p.expires_on',
    caughtBy: note,
  },
  {
    what: 'the applicant reads a last day that does not run',
    file: 'src/domains/applications/pipeline/item-columns.ts',
    find: " and (a.overlay is null or ${actor.kind !== 'consumer'}::boolean)",
    replace: '',
    caughtBy: note,
  },
  {
    what: 'the home asks for money while the application is on hold',
    file: 'src/domains/dashboard/queries.ts',
    find: 'case when a.overlay is null then coalesce(n.total_minor - n.settled_minor, 0) else 0 end',
    replace: 'coalesce(n.total_minor - n.settled_minor, 0)',
    caughtBy: note,
  },
  {
    what: 'nobody tells the applicant of a hold',
    file: 'src/domains/applications/pipeline/actions/set-overlay.ts',
    find: "    message: 'held',\n",
    replace: '',
    caughtBy: note,
  },
  {
    what: 'nobody tells the applicant that it goes on',
    file: 'src/domains/applications/pipeline/actions/set-overlay.ts',
    find: "    message: 'resumed',\n",
    replace: '',
    caughtBy: note,
  },
  {
    what: 'who may see no payments reads what is at the bank',
    file: 'src/domains/payments/note-payments.ts',
    find: "  if (!may(actor, 'payments:view')) return [];\n",
    replace: '',
    caughtBy: note,
  },
  {
    what: 'a payment at the bank is shown to somebody else',
    file: 'src/domains/payments/note-payments.ts',
    find: 'p.application_id is not null and ${visibleTo(actor)}',
    replace: 'p.application_id is not null',
    caughtBy: note,
  },
  {
    what: 'a receipt is named to who may not see payments',
    file: 'src/domains/payments/note-payments.ts',
    find: "may(actor, 'payments:view')\n    ? sql`select p.id, r.number",
    replace: "may(actor, 'applications:view')\n    ? sql`select p.id, r.number",
    caughtBy: note,
    test: 'has its receipt in the list',
  },
  {
    what: 'a receipt whose payment was reversed is that of the demand note',
    file: 'src/domains/payments/note-payments.ts',
    find: "${visibleTo(actor)} and p.state = 'APPROVED' and not p.owed_back",
    replace: '${visibleTo(actor)} and not p.owed_back',
    caughtBy: note,
    test: 'has its receipt in the list',
  },
];
