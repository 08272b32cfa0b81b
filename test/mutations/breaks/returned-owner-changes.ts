/** A returned request to change an owner is not sent again as it was. */
import type { Break } from '../break.ts';

const OWNERSHIP = 'src/domains/ownership';
const caughtBy = `${OWNERSHIP}/steps/send-again.test.ts`;

export const returnedOwnerChanges: readonly Break[] = [
  {
    what: 'a returned request is sent again with nothing corrected',
    file: `${OWNERSHIP}/steps/actions/check-papers.ts`,
    find: 'if (asReturned && !remark)',
    replace: 'if (asReturned && false)',
    caughtBy,
    test: 'as it was it is refused',
  },
  {
    what: 'a reason does not answer what was asked',
    file: `${OWNERSHIP}/steps/actions/check-papers.ts`,
    find: 'if (asReturned && !remark)',
    replace: 'if (asReturned)',
    caughtBy,
    test: 'why it is right as it is is kept',
  },
  {
    what: 'a paper that came does not count as a correction',
    file: `${OWNERSHIP}/returned.ts`,
    find: 'where d.request_id = r.id and not d.replaced',
    replace: 'where d.request_id = r.id and false',
    caughtBy,
    test: 'a paper that came corrects it',
  },
  {
    what: 'the program forgets what a request was when it was returned',
    file: `${OWNERSHIP}/returned.ts`,
    find: '  sql`returned_content = ${contentOf}`,\n',
    replace: '',
    caughtBy,
    test: 'as it was it is refused',
  },
  {
    what: 'another address does not count as a correction',
    file: `${OWNERSHIP}/returned.ts`,
    find: 'r.nid, r.address,',
    replace: 'r.nid,',
    caughtBy,
    test: 'it is sent again without words',
  },
];
