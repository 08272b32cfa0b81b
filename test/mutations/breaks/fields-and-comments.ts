/** Breaks by hand: corrections that name fields, and comments on documents. */
import type { Break } from '../break.ts';

const ROOT = 'src/domains/applications';
const ASK = `${ROOT}/review/actions/ask-correction.ts`;
const MARK = `${ROOT}/review/actions/mark-corrected.ts`;
const COMMENT = `${ROOT}/review/actions/comment-document.ts`;
const OPEN = `${ROOT}/pipeline/open-parts.ts`;
const DETAIL = `${ROOT}/pipeline/get-application.ts`;
const FIELDS = `${ROOT}/review/fields-of-corrections.test.ts`;
const COMMENTS = `${ROOT}/review/comments-on-documents.test.ts`;

export const fieldsAndComments: readonly Break[] = [
  {
    what: 'a correction names a field of another part',
    file: ASK,
    find: '  if (asked.items.some(namesForeign)) throw fail(errors.field_of_another_part);\n',
    replace: '',
    caughtBy: FIELDS,
    test: 'only fields of the part itself',
  },
  {
    what: 'a correction names who the applicant is after a desk approved it',
    file: ASK,
    find: 'return isOfApproval(part) || fieldsOf(item).some((field) => approved.includes(field));',
    replace: 'return isOfApproval(part);',
    caughtBy: FIELDS,
    test: 'after a desk has approved',
  },
  {
    what: 'one changed field of those that a correction names is enough',
    file: MARK,
    find: "when i.fields = '{}' then",
    replace: 'when true then',
    caughtBy: FIELDS,
    test: 'each named field has to change',
  },
  {
    what: 'a save without a change is taken as a correction',
    file: MARK,
    find: '  if (!isChanged && !isAnswered) throw fail(errors.nothing_corrected);\n',
    replace: '',
    caughtBy: FIELDS,
    test: 'a save without a change',
  },
  {
    what: 'a field that was empty and is left out counts as changed',
    file: `${ROOT}/intake/actions/update-part.ts`,
    find: "nullif(b.value, '') is distinct from nullif(n.value, '')",
    replace: 'b.value is distinct from n.value',
    caughtBy: FIELDS,
    test: 'a field that was empty',
  },
  {
    what: 'a comment is written on a draft or in the archive',
    file: COMMENT,
    find: "and a.state <> 'DRAFT' and a.archived_at is null",
    replace: '',
    caughtBy: COMMENTS,
    test: 'on a draft or in the archive',
  },
  {
    what: 'a comment is written on an application that the person does not see',
    file: COMMENT,
    find: '          and ${visibleTo(actor)} and ${documentsOpenTo(actor)}',
    replace: '          and ${documentsOpenTo(actor)}',
    caughtBy: COMMENTS,
    test: 'on what they may not open',
  },
  {
    what: 'a comment is written on documents that the person may not open',
    file: COMMENT,
    find: '          and ${visibleTo(actor)} and ${documentsOpenTo(actor)}',
    replace: '          and ${visibleTo(actor)}',
    caughtBy: COMMENTS,
    test: 'on what they may not open',
  },
  {
    what: 'a desk comments on papers of later steps',
    file: COMMENT,
    find: ' and ${kindsOpenTo(actor, sql`d.kind`)}',
    replace: '',
    caughtBy: COMMENTS,
    test: 'papers of later steps',
  },
  {
    what: 'the utility reads what the desks wrote for themselves',
    file: OPEN,
    find: '(not c.of_desk and ${opensInternal(actor)}::boolean)',
    replace: '${opensInternal(actor)}::boolean',
    caughtBy: COMMENTS,
    test: 'neither side reads',
  },
  {
    what: 'everybody of the utility reads what its reviewers wrote',
    file: OPEN,
    find: '(not c.of_desk and ${opensInternal(actor)}::boolean)',
    replace: 'not c.of_desk',
    caughtBy: COMMENTS,
    test: 'neither side reads',
  },
  {
    what: 'a desk reads what the utility wrote for itself',
    file: OPEN,
    find: "const ofDesks = may(actor, 'noc:view') ? sql`c.of_desk` : sql`false`;",
    replace: "const ofDesks = may(actor, 'noc:view') ? sql`true` : sql`false`;",
    caughtBy: COMMENTS,
    test: 'neither side reads',
  },
  {
    what: 'the household reads why a document is returned before anybody asked',
    file: DETAIL,
    find: 'and r.asked_at = d.checked_at) then remark end`',
    replace: ') or true then remark end`',
    caughtBy: COMMENTS,
    test: 'the household reads',
  },
  {
    what: 'the reason of a return is gone when the document is accepted',
    file: `${ROOT}/review/actions/check-document.ts`,
    find: '  if (remark) {\n',
    replace: "  if (remark && verdict !== 'return') {\n",
    caughtBy: COMMENTS,
    test: 'a comment shows',
  },
  {
    what: 'a reason that the reviewer gave already is kept a second time',
    file: ASK,
    find: " and (d.state <> 'RETURNED' or d.remark is distinct from i.remark)",
    replace: '',
    caughtBy: COMMENTS,
    test: 'a comment shows',
  },
];
