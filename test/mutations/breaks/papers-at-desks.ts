/** A desk of the planning authority ticks no paper that nobody has handed in. */
import type { Break } from '../break.ts';

const NOC = 'src/domains/applications/noc';
const caughtBy = `${NOC}/checks/checks-of-desks.test.ts`;

export const papersAtDesks: readonly Break[] = [
  {
    what: 'a desk ticks a paper that nobody has handed in',
    file: `${NOC}/actions/save-checks.ts`,
    find: '  refuseAbsent(absent, checks);',
    replace: '  if (absent.length < 0) refuseAbsent(absent, checks);',
    caughtBy,
    test: 'a paper that nobody has handed in',
  },
  {
    what: 'a remark does not answer for a paper that is not there',
    file: `${NOC}/actions/save-checks.ts`,
    find: "where g.answer = 'CHECKED' and ${isPaperMissing}`",
    replace: 'where ${isPaperMissing}`',
    caughtBy,
    test: 'a paper that nobody has handed in',
  },
  {
    what: 'an older version that was replaced counts as a paper that is there',
    file: `${NOC}/checks/checks.ts`,
    find: "and p.kind = c.document_kind and p.state <> 'REPLACED'))`;",
    replace: 'and p.kind = c.document_kind))`;',
    caughtBy,
    test: 'the tick counts no more',
  },
  {
    what: 'a tick counts although its paper is not there any more',
    file: `${NOC}/checks/checks.ts`,
    find: "(y.answer = 'REMARK' or not ${isPaperMissing})",
    replace: "(y.answer = 'REMARK' or true)",
    caughtBy,
    test: 'the tick counts no more',
  },
  {
    what: 'the migration takes ticks of a decision back',
    file: 'migrations/0258_ticks_without_paper.sql',
    find: "k.remark_id is null and k.answer = 'CHECKED'",
    replace: "k.answer = 'CHECKED'",
    caughtBy,
    test: 'ticks of before without their paper',
  },
];
