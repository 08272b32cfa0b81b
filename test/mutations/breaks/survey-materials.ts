/** Breaks by hand: the materials of surveys, and what an installation and the end of a demand note ask. */
import type { Break } from '../break.ts';

const MATERIALS = 'src/domains/applications/materials/queries.ts';
const CONDITIONS = 'src/domains/applications/list-conditions.ts';
const LISTED = 'src/domains/applications/materials/survey-materials.test.ts';
const INSTALL = 'src/domains/applications/installation/actions/install-meter.ts';
const NOTED = 'src/domains/applications/installation/note-installation.test.ts';
const STATE = 'src/domains/applications/pipeline/actions/update-state.ts';
const AT_BANK = 'src/domains/payments/demand-note-at-bank.test.ts';

export const surveyMaterials: readonly Break[] = [
  {
    what: 'a household reads the materials of a survey',
    file: MATERIALS,
    find: "opensUtility(actor) && actor.kind !== 'consumer'",
    replace: 'opensUtility(actor)',
    caughtBy: LISTED,
    test: 'a household and a desk see none',
  },
  {
    what: 'a line of quantity 0 is a material of the survey',
    file: MATERIALS,
    find: 'x.survey_id = s.id and x.quantity > 0',
    replace: 'x.survey_id = s.id',
    caughtBy: LISTED,
    test: 'a line of nothing is none',
  },
  {
    what: 'the rate of a submitted survey moves with the price list',
    file: 'src/domains/applications/survey/queries.ts',
    find: 'select coalesce(x.rate_minor,',
    replace: 'select coalesce(null,',
    caughtBy: LISTED,
    test: 'each survey has its materials',
  },
  {
    what: 'surveys of another day are in the list',
    file: CONDITIONS,
    find: '    ...visitedDuring(actor, query),\n',
    replace: '',
    caughtBy: LISTED,
    test: 'narrowed by the survey',
  },
  {
    what: 'an installation that nothing shows is taken without a reason',
    file: INSTALL,
    find: 'if (unproven && !input.unprovenReason)',
    replace: 'if (false as boolean)',
    caughtBy: NOTED,
    test: 'no photo and no place',
  },
  {
    what: 'a photo of long ago shows the meter',
    file: INSTALL,
    find: '\n          and d.uploaded_at >= a.state_since',
    replace: '',
    caughtBy: NOTED,
    test: 'of before',
  },
  {
    what: 'who noted an installation confirms it',
    file: 'src/domains/applications/application.rules.ts',
    find: 'facts.installerId === null || facts.installerId !== who.userId',
    replace: 'true',
    caughtBy: 'src/domains/applications/each-guard-alone.test.ts',
    test: 'own_installation',
  },
  {
    what: 'a household reads of a replaced installation as of a second one',
    file: 'src/domains/applications/history/queries.ts',
    find: ' and ${isNotReplaced(actor)}',
    replace: '',
    caughtBy: NOTED,
    test: 'also if it was noted two times',
  },
  {
    what: 'the demand note is taken away unasked while the bank has its payment',
    file: STATE,
    find: 'payments, input.despitePayment, errors',
    replace: 'payments, true, errors',
    caughtBy: AT_BANK,
    test: 'while the bank has a payment',
  },
  {
    what: 'the question about the bank comes before what the step refuses',
    file: STATE,
    find: '    await beginStep(tx, actor, input.action, input);\n',
    replace: '',
    caughtBy: AT_BANK,
    test: 'while the bank has a payment',
  },
  {
    what: 'a paper is not found if number and code are typed in the place of each other',
    file: 'src/domains/papers/queries.ts',
    find: ' ?? (number ? await rowOf(db, number, code) : undefined)',
    replace: '',
    caughtBy: 'src/domains/papers/check-papers.test.ts',
    test: 'in the place of each other',
  },
  {
    what: 'an approval without words is counted as a remark',
    file: 'src/domains/applications/noc/queries.ts',
    find: " and k.text <> ''",
    replace: '',
    caughtBy: 'src/domains/applications/noc/rows-of-desks.test.ts',
    test: 'no others are counted',
  },
  {
    what: 'the Bengali letter of no objection has the office in English',
    file: 'src/domains/applications/papers/signatures.ts',
    find: '[officeIn(language, office)]',
    replace: '[office]',
    caughtBy: 'src/domains/applications/papers/signed-papers.test.ts',
  },
];
