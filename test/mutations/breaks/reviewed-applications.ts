/** Breaks by hand: what a reader of applications and their papers found missing. */
import type { Break } from '../break.ts';

const APPLICATIONS = 'src/domains/applications';
const ASKED = `${APPLICATIONS}/review/asked-papers.ts`;
const MANY = `${APPLICATIONS}/review/one-of-many-papers.test.ts`;
const DELETION = `${APPLICATIONS}/intake/actions/delete-application.ts`;
const DELETED = `${APPLICATIONS}/intake/told-of-deletion.test.ts`;
const BORN = `${APPLICATIONS}/intake/born-before-today.test.ts`;

export const reviewedApplications: readonly Break[] = [
  {
    what: 'a correction asks for accepted papers of a kind that may be many',
    file: ASKED,
    find: "or (d.state <> 'ACCEPTED' and ",
    replace: 'or (',
    caughtBy: MANY,
  },
  {
    what: 'a correction asks for the scan of a NoC',
    file: ASKED,
    find: 'a.noc_document_id is distinct from d.id and (',
    replace: '(',
    caughtBy: MANY,
  },
  {
    what: 'a correction asks for what the office added',
    file: ASKED,
    find: 'and u.consumer_id is not null',
    replace: '',
    caughtBy: MANY,
  },
  {
    what: 'a correction asks for papers beside the returned one',
    file: ASKED,
    find: "and r.state = 'RETURNED')",
    replace: "and r.state = 'NONE')",
    caughtBy: MANY,
  },
  {
    what: 'a correction names a kind or a part twice',
    file: `${APPLICATIONS}/review/contract.ts`,
    find: '.size === items.length,',
    replace: '.size <= items.length,',
    caughtBy: MANY,
  },
  {
    what: 'a correction asks for a paper that no household hands in',
    file: `${APPLICATIONS}/review/contract.ts`,
    find: 'z.enum(APPLICANTS_KINDS).nullish()',
    replace: 'z.enum(DOCUMENT_KIND_NAMES).nullish()',
    caughtBy: MANY,
  },
  {
    what: 'an application that the office deletes disappears without a word',
    file: DELETION,
    find: "...(isAwaited ? { message: 'deleted' } : {}),",
    replace: '',
    caughtBy: DELETED,
  },
  {
    what: 'who has a draft or an ended application is told of its deletion',
    file: DELETION,
    find: " && STATES[subject.state].phase === 'open'",
    replace: '',
    caughtBy: DELETED,
  },
  {
    what: 'the notice of a deletion leads to a page that is gone, and has no reason',
    file: `${APPLICATIONS}/pipeline/notices.ts`,
    find: "message === 'deleted'",
    replace: "message === 'rejected'",
    caughtBy: DELETED,
  },
  {
    what: 'an applicant is born today',
    file: `${APPLICATIONS}/intake/parts.rules.ts`,
    find: 'data >= today',
    replace: 'data > today',
    caughtBy: BORN,
  },
  {
    what: 'a draft is submitted with a date of birth that has not come',
    file: `${APPLICATIONS}/intake/read-parts.ts`,
    find: 'whole: born.length > 0 ? null : whole,',
    replace: 'whole,',
    caughtBy: BORN,
  },
  {
    what: 'a part is changed to a date of birth that has not come',
    file: `${APPLICATIONS}/intake/actions/update-part.ts`,
    find: 'if (problems.length > 0) throw fail(commonErrors.invalid_input, {}, problems);',
    replace: '',
    caughtBy: BORN,
  },
  {
    what: 'a date of birth of before prevents the correction of another field',
    file: `${APPLICATIONS}/intake/actions/update-part.ts`,
    find: " && fields.includes('dateOfBirth')",
    replace: '',
    caughtBy: BORN,
  },
  {
    what: 'a picture above 5 MB is taken as a paper or an attachment',
    file: 'src/platform/files/inspect.ts',
    find: ': [FILE_CAPS.image,',
    replace: ': [FILE_CAPS.attachment,',
    caughtBy: 'src/domains/identity/files/large-pictures.test.ts',
  },
  {
    what: 'the browser sends a picture above 5 MB as a paper',
    file: 'src/web/ui/upload/file-checks.ts',
    find: 'if (isPicture && file.size > FILE_CAPS.image)',
    replace: "if (accepts === 'image' && file.size > FILE_CAPS.image)",
    caughtBy: 'src/web/ui/upload/file-checks.test.ts',
  },
];
