/** Breaks by hand: steps that would be refused, papers that ended, one NoC for one application, what reaches an applicant, lengths. */
import type { Break } from '../break.ts';

const [ownership, applications] = ['src/domains/ownership', 'src/domains/applications'];
const oneNoc = `${applications}/noc/one-noc-one-application.test.ts`;
const remarks = `${applications}/noc/remarks-for-the-applicant.test.ts`;

export const offered: readonly Break[] = [
  {
    what: 'a change is offered although bills are open',
    file: `${ownership}/blocked-steps.ts`,
    find: 'await refuseUnready(db, actor, request);',
    replace: '',
    caughtBy: `${ownership}/refused-acceptance.test.ts`,
  },
  {
    what: 'a change is offered although its reading would be refused',
    file: `${ownership}/blocked-steps.ts`,
    find: 'await refuseHandOver(db, actor, { connectionId, on: readOn, registerLitres });',
    replace: '',
    caughtBy: `${ownership}/refused-acceptance.test.ts`,
  },
  {
    what: 'checking is offered although papers are missing',
    file: `${ownership}/blocked-steps.ts`,
    find: "if (isTheirs('verify') && missing.length > 0) {",
    replace: "if (isTheirs('verify') && missing.length > 9) {",
    caughtBy: `${ownership}/random-commands.test.ts`,
  },
  {
    what: 'agreeing is offered although no code is good',
    file: `${ownership}/blocked-steps.ts`,
    find: 'undefined : fail(errors.code_over)',
    replace: 'undefined : undefined',
    caughtBy: `${ownership}/random-commands.test.ts`,
  },
  {
    what: 'another plot gets the NoC of an application that ended',
    file: `${applications}/noc/noc-number.ts`,
    find: 'or (o.road_id, platform.plot_key(o.plot_number)) is distinct from (a.road_id, platform.plot_key(a.plot_number))',
    replace: '',
    caughtBy: oneNoc,
  },
  {
    what: 'the last desk gives a number that came on paper',
    file: `${applications}/noc/noc-number.ts`,
    find: 'if (!noted) return number;',
    replace: 'return number;',
    caughtBy: oneNoc,
  },
  {
    what: 'a paper that ended is printed as one in force',
    file: 'src/domains/papers/check-mark.ts',
    find: 'ended: endedOn === null ? null : endedIn(endedOn),',
    replace: 'ended: null,',
    caughtBy: 'src/domains/papers/check-papers.test.ts',
  },
  {
    what: 'the public page tells the plot of another paper',
    file: 'src/domains/papers/paper.rules.ts',
    find: 'return now && isSame(stored, now) ? now.place : null;',
    replace: 'return now ? now.place : null;',
    caughtBy: 'src/domains/papers/paper.rules.test.ts',
  },
  {
    what: 'the applicant is told of a remark that is not for them',
    file: `${applications}/noc/actions/remark-noc.ts`,
    find: 'if (input.shared) await noticeRemark',
    replace: 'await noticeRemark',
    caughtBy: remarks,
  },
  {
    what: 'an unlikely length of a survey is taken without a question',
    file: `${applications}/survey/actions/save-survey.ts`,
    find: 'if (first && !isConfirmed) {',
    replace: '',
    caughtBy: `${applications}/survey/unusual-survey.test.ts`,
  },
  {
    what: 'roles that may hold are told to end a suspension',
    file: `${applications}/pipeline/get-application.ts`,
    find: "or (a.overlay = 'HOLD' and p.permission = 'applications:hold')",
    replace: "or p.permission = 'applications:hold'",
    caughtBy: `${applications}/held-until-a-day.test.ts`,
  },
  {
    what: 'applications that a person does not see are counted with the stock',
    file: `${applications}/letter/queries.ts`,
    find: 'and not ${hasMeter} and ${visibleTo(actor)}',
    replace: 'and not ${hasMeter}',
    caughtBy: `${applications}/letter/stock-by-size.test.ts`,
  },
];
