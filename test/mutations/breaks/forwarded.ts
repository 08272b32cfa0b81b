/** Breaks by hand: one application of a desk with another officer, and what a desk checks before it approves. */
import type { Break } from '../break.ts';

const NOC = 'src/domains/applications/noc';
const FORWARD = `${NOC}/actions/forward-noc.ts`;
const GIVEN = `${NOC}/forward-one-application.test.ts`;
const DEPUTIES = `${NOC}/deputies.ts`;
const CHECKS = `${NOC}/actions/save-checks.ts`;
const LIST = `${NOC}/actions/set-checks.ts`;
const LISTED = `${NOC}/checks/checks-of-desks.test.ts`;
const SHOWN = `${NOC}/checks/checks.ts`;
const NOTICES = 'src/domains/applications/pipeline/notices.ts';
const RULES = 'src/domains/applications/application.rules.ts';
const NOBODY = 'nobody gets it';

export const forwarded: readonly Break[] = [
  {
    what: 'an application is forwarded by somebody who does not have it',
    file: RULES,
    find: "forward_not_yours: (facts, who) => allowed(who, ['noc:desks']) || atTheDesk(facts, who)",
    replace: 'forward_not_yours: () => true',
    caughtBy: GIVEN,
    test: 'who manages the desks',
  },
  {
    what: 'who manages the desks forwards nothing',
    file: RULES,
    find: "forward_not_yours: (facts, who) => allowed(who, ['noc:desks']) || atTheDesk(facts, who)",
    replace: 'forward_not_yours: (facts, who) => atTheDesk(facts, who)',
    caughtBy: GIVEN,
    test: 'who manages the desks',
  },
  ...(
    [
      ['of another role', 'officer?.isOfRole', 'officer'],
      ['whose account is not active', '!officer.isActive', 'false'],
      ['who decided at another desk', 'subject.decidedBy.includes(officerId)', 'false'],
      ['who is away', '(officer.away)', '(officer.away && subject.id === officerId)'],
      ['who has it', 'subject.deskOfficerId === officerId', 'false'],
    ] as const
  ).map(
    ([who, find, replace]): Break => ({
      ...{ what: `an officer ${who} gets an application`, file: FORWARD, find, replace },
      ...{ caughtBy: GIVEN, test: NOBODY },
    }),
  ),
  {
    what: 'a deputy has what was forwarded before',
    file: DEPUTIES,
    find: ' and ${givenTo} is null and not exists',
    replace: ' and not exists',
    caughtBy: GIVEN,
    test: 'a deputy has the desk',
  },
  {
    what: 'what was forwarded is in the list of the officer of the desk',
    file: `${NOC}/queries.ts`,
    find: '    when ${givenTo} is not null then ${givenTo} = ${actor.userId}::uuid\n',
    replace: '',
    caughtBy: GIVEN,
    test: 'the officer gives one',
  },
  {
    what: 'what is given back to the officer of the desk stays with them when another one gets the desk',
    file: FORWARD,
    find: 'then null else ${input.officerId}::uuid end',
    replace: 'then ${input.officerId}::uuid else ${input.officerId}::uuid end',
    caughtBy: GIVEN,
    test: 'given back to the officer',
  },
  {
    what: 'the new officer is not told',
    file: FORWARD,
    find: '  await noticeForwarded(tx, actor, answer, input.officerId);\n',
    replace: '',
    caughtBy: GIVEN,
    test: 'the officer gives one',
  },
  {
    what: 'the household reads that it was forwarded',
    file: FORWARD,
    find: '    shared: false,\n',
    replace: '',
    caughtBy: GIVEN,
    test: 'the household reads nothing',
  },
  {
    what: 'who gets it is not reminded on the day of the last reminder',
    file: FORWARD,
    find: 'reminded_at = null, remind_from = null,\n        officer_id',
    replace: 'officer_id',
    caughtBy: GIVEN,
    test: 'can be reminded',
  },
  {
    what: 'nobody is told when the account of who got it ends',
    file: `${NOC}/actions/hand-over-desks.ts`,
    find: 'await noticeDesk(tx, actor, { ...application, again: true }, role)',
    replace: 'void [application, role, noticeDesk]',
    caughtBy: GIVEN,
    test: 'if the account',
  },
  {
    what: 'who gets another role and the old one back has again what was forwarded to them',
    file: `${NOC}/actions/hand-over-desks.ts`,
    find: '  async roleChanged(tx, actor, userId) {\n    await takeBackForwarded(tx, actor, userId);\n',
    replace: '  async roleChanged(tx, actor, userId) {\n',
    caughtBy: `${NOC}/officer-gets-another-role.test.ts`,
    test: 'gets another role is with the desk',
  },
  {
    what: 'everybody of the role is told of what comes to the desk of an officer',
    file: NOTICES,
    find: 'or (g.deputy_id is null and o.id is null and u.role_id = r.id))',
    replace: 'or u.role_id = r.id)',
    caughtBy: GIVEN,
    test: 'comes to a desk is told',
  },
  {
    what: 'the officer, not the deputy, is told of what comes to the desk',
    file: NOTICES,
    find: 'u.id = coalesce(g.deputy_id, o.id)',
    replace: 'u.id = o.id',
    caughtBy: GIVEN,
    test: 'comes to a desk is told',
  },
  {
    what: 'the filter by officer does not know what was forwarded',
    file: `${NOC}/queries.ts`,
    find: 'coalesce(${givenTo} = ${officerId}::uuid, s.role_code',
    replace: 'coalesce(null::boolean, s.role_code',
    caughtBy: GIVEN,
    test: 'the filter by officer',
  },
  {
    what: 'a desk approves without its checks',
    file: `${NOC}/actions/decide-noc.ts`,
    find: "  if (input.decision === 'approve') await requireChecks(tx, subject.id);\n",
    replace: '',
    caughtBy: LISTED,
    test: 'without the required checks',
  },
  {
    what: 'a desk approves by the list of before while it is changed',
    file: CHECKS,
    find: ' for share of d`',
    replace: '`',
    caughtBy: LISTED,
    test: 'waits for a list',
  },
  {
    what: 'what need not be checked is asked for',
    file: SHOWN,
    find: 'and c.required and not ${isAnswered})`',
    replace: 'and not ${isAnswered})`',
    caughtBy: LISTED,
    test: 'without the required checks',
  },
  {
    what: 'an item of the list of another desk is answered',
    file: CHECKS,
    find: 'if (!answers.every(({ item }) => items.some(({ id }) => id === item)))',
    replace: 'if (items.length < 0)',
    caughtBy: LISTED,
    test: 'only who has the desk checks',
  },
  {
    what: 'who checks what is checked already is written as who did',
    file: CHECKS,
    find: '\n        where (k.answer, k.remark) is distinct from (excluded.answer, excluded.remark)',
    replace: '',
    caughtBy: LISTED,
    test: 'kept with the decision',
  },
  {
    what: 'an answer is not taken back',
    file: CHECKS,
    find: 'k.remark_id is null and g.answer is null`',
    replace: 'k.remark_id is null and false`',
    caughtBy: LISTED,
    test: 'only who has the desk checks',
  },
  {
    what: 'checks are not kept with the decision',
    file: `${NOC}/actions/decide-noc.ts`,
    find: '  await keepChecks(tx, subject.id, remarkId);\n',
    replace: '',
    caughtBy: LISTED,
    test: 'kept with the decision',
  },
  {
    what: 'an application that comes again is checked already',
    file: `${NOC}/actions/open-desk.ts`,
    find: '  await forgetChecks(tx, applicationId);\n',
    replace: '',
    caughtBy: LISTED,
    test: 'that comes again',
  },
  {
    what: 'an item with other words keeps its answer',
    file: LIST,
    find: '(c.document_kind, c.text_en, c.text_bn, c.required) is not distinct from (g.kind, g.en, g.bn, g.required)',
    replace: '(c.document_kind, c.text_bn, c.required) is not distinct from (g.kind, g.bn, g.required)',
    caughtBy: LISTED,
    test: 'with other words',
  },
  {
    what: 'the household reads what the desks checked',
    file: SHOWN,
    find: "actor.kind !== 'consumer' && may(actor, 'noc:view')",
    replace: 'actor.name !== undefined',
    caughtBy: LISTED,
    test: 'kept with the decision',
  },
  {
    what: 'many are approved without their checks being shown as missing',
    file: 'src/domains/applications/bulk/bulk-part.ts',
    find: "  if (facts.openChecks > 0) return 'checks_open';\n",
    replace: '',
    caughtBy: LISTED,
    test: 'many are approved',
  },
  {
    what: 'a row with a returned paper is green',
    file: SHOWN,
    find: ' and ${missingDocuments} = 0 and ${returnedDocuments} = 0',
    replace: '',
    caughtBy: LISTED,
    test: 'many are approved',
  },
  {
    what: 'the menu of a desk counts what is at other desks',
    file: 'src/domains/applications/badges.ts',
    find: '{ WAITING_FOR_REVIEW: await countOwnDesk(db, actor) }',
    replace: "await countStates(db, actor, ['WAITING_FOR_REVIEW'])",
    caughtBy: 'src/domains/applications/tabs-and-badges.test.ts',
    test: 'a desk of the authority',
  },
  {
    what: 'a role of the authority has the lines of the others',
    file: 'src/web/session/access.ts',
    find: '    .filter((entry) => !entry.roles || (visitor.role !== undefined && entry.roles.includes(visitor.role)))\n',
    replace: '',
    caughtBy: 'src/web/session/access.test.ts',
    test: 'a line of some roles',
  },
];
