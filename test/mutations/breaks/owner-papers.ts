/** Breaks by hand: the papers that come with a request to change an owner, and the certificate of the change. */
import type { Break } from '../break.ts';

const folder = 'src/domains/ownership';
const caughtBy = `${folder}/steps/papers-with-request.test.ts`;
const certificate = `${folder}/certificate/certificate.test.ts`;
const asks = `${folder}/steps/actions/request-change.ts`;

export const ownerPapers: readonly Break[] = [
  {
    what: 'a household asks for a change of owner without papers',
    file: asks,
    find: "  if (actor.kind === 'consumer') refuseWithoutPapers(input.papers);\n",
    replace: '',
    caughtBy,
  },
  {
    what: 'the office cannot ask for a change of owner without papers',
    file: asks,
    find: "  if (actor.kind === 'consumer') refuseWithoutPapers(input.papers);",
    replace: '  refuseWithoutPapers(input.papers);',
    caughtBy,
  },
  {
    what: 'papers that a request names are not kept with it',
    file: asks,
    find: '  await addNamedPapers(tx, actor, request.id, papers);\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'the log does not say which papers came with a request',
    file: asks,
    find: 'papers.length > 0 ?',
    replace: 'papers.length > 99 ?',
    caughtBy,
  },
  {
    what: 'a file that is no paper is named as one',
    file: `${folder}/steps/actions/add-paper.ts`,
    find: 'fits: ({ media_type }) => isPaper(media_type)',
    replace: 'fits: () => true',
    caughtBy,
  },
  {
    what: 'one file is named twice in a request',
    file: `${folder}/steps/contract.ts`,
    find: '.size === named.length',
    replace: '.size <= named.length',
    caughtBy,
  },
  {
    what: 'a file of somebody else is no refusal at its field',
    file: 'src/platform/files/files.ts',
    find: 'error.error.code !== commonErrors.not_found.code) throw error;',
    replace: 'error.error.code === commonErrors.not_found.code) throw error;',
    caughtBy,
  },
  {
    what: 'papers without a national ID are shown as complete',
    file: `${folder}/queries.ts`,
    find: " and 'Applicant_nid_front' = any (${kinds})",
    replace: '',
    caughtBy,
  },
  {
    what: 'an owner reads another count of papers than there are',
    file: `${folder}/queries.ts`,
    find: "actor.kind === 'consumer' ? sql`ownership.paper_kinds(r.id)` : allPapers",
    replace: 'allPapers',
    caughtBy,
  },
  {
    what: 'a stranger has the certificate of a change of owner',
    file: `${folder}/certificate/print-certificate.ts`,
    find: ' and ${seesRequest(actor)}',
    replace: '',
    caughtBy: certificate,
  },
  {
    what: 'the earlier owner reads the number of the connection that goes on',
    file: `${folder}/certificate/print-certificate.ts`,
    find: "is distinct from 'PRESENT' then",
    replace: "is distinct from 'NOBODY' then",
    caughtBy: certificate,
  },
  {
    what: 'the certificate of a change of owner counts although its connection is closed',
    file: `${folder}/certificate/paper.ts`,
    find: "s.status = 'closed' then",
    replace: "s.status = 'gone' then",
    caughtBy: certificate,
  },
  {
    what: 'the history names another paper before the deed',
    file: `${folder}/queries.ts`,
    find: 'order by array_position(${[...TITLE_PAPERS]}::text[], d.kind), d.uploaded_at desc',
    replace: 'order by d.uploaded_at',
    caughtBy: certificate,
  },
];
