/** Breaks by hand: accounts of staff and of consumers, their roles and their ways in. */
import type { Break } from '../break.ts';

const ABOVE = 'src/domains/identity/users/rights-above-own.test.ts';
const EDIT = 'src/domains/identity/users/actions/edit-users.ts';
const END = 'src/domains/identity/users/actions/end-accounts.ts';
const HISTORY = 'src/domains/identity/users/account-history.test.ts';
const ONCE = 'src/domains/identity/second-factor/challenges-and-ways-in-end.test.ts';
const CREW_LEAVES = 'src/domains/work-orders/crew-leaves.test.ts';
const SIGN_IN = 'src/domains/identity/actions/complete-sign-in.ts';
const ROLES = 'src/domains/roles/edit-roles.test.ts';
const EDIT_ROLE = 'src/domains/roles/actions/edit-roles.ts';
const MERGE = 'src/domains/consumers/merge/merge-two-entries.test.ts';
const ENTRY = 'src/domains/consumers/entry-history.test.ts';
const ACCOUNT = 'src/domains/identity/actions/change-consumer-account.ts';

export const accounts: readonly Break[] = [
  {
    what: 'a role that was put out of use is put into use again by who does not hold its words',
    file: EDIT_ROLE,
    find: "  else if (before.status === 'inactive') requireHeld(actor, await permissionsOf(tx, input.id));\n",
    replace: '',
    caughtBy: ROLES,
    test: 'puts a role into use again',
  },
  {
    what: 'a clerk edits the account of an administrator',
    file: EDIT,
    find: '  await requireRole(tx, actor, before.role);\n',
    replace: '',
    caughtBy: ABOVE,
    test: 'does not edit',
  },
  {
    what: 'a clerk makes an administrator of a colleague',
    file: EDIT,
    find: 'before.role === input.role ? null : await requireRole(tx, actor, input.role)',
    replace:
      "before.role === input.role ? null : await requireRole(tx, { ...actor, kind: 'system' }, input.role)",
    caughtBy: ABOVE,
    test: 'does not make an administrator',
  },
  {
    what: 'a clerk gives a role with more than their own words',
    file: 'src/domains/identity/users/actions/require-role.ts',
    find: "(code !== 'admin' && role.permissions.every((word) => own.has(word)))",
    replace: "(code !== 'admin' && role.permissions.some((word) => own.has(word) || !own.has(word)))",
    caughtBy: ABOVE,
    test: 'does not make an administrator',
  },
  {
    what: 'somebody takes work along into a role that may not do it',
    file: EDIT,
    find: '  if (roleId) await leaveWork(tx, actor, context.openWork, input);\n',
    replace: '',
    caughtBy: CREW_LEAVES,
    test: 'another role',
  },
  {
    what: 'a role that may do the work is given only with a successor',
    file: 'src/domains/identity/users/open-work.ts',
    find: 'kinds.filter((_, index) => found?.lost[index])',
    replace: '[...kinds].filter((_, index) => found?.lost.length !== index)',
    caughtBy: CREW_LEAVES,
    test: 'another role',
  },
  {
    what: 'work is given to somebody whose role changes meanwhile',
    file: EDIT,
    find: '  await execute(tx, sql`select from identity.users where id = ${input.id} for update`);\n',
    replace: '',
    caughtBy: CREW_LEAVES,
    test: 'at the same time',
  },
  {
    what: 'a new role ends nothing that it may not do',
    file: EDIT,
    find: '  if (roleId) for (const kind of context.openWork) await kind.roleChanged?.(tx, actor, input.id);\n',
    replace: '',
    caughtBy: 'src/domains/applications/noc/officer-gets-another-role.test.ts',
    test: 'a deputy',
  },
  {
    what: 'the last administrator gets another role',
    file: EDIT,
    find: '  await requireAdministrator(tx);\n',
    replace: '',
    caughtBy: ABOVE,
    test: 'by giving another role',
  },
  {
    what: 'the last administrator is deactivated',
    file: END,
    find: '    await requireAdministrator(tx);\n    if (handOverTo)',
    replace: '    if (handOverTo)',
    caughtBy: ABOVE,
    test: 'by deactivating',
  },
  {
    what: 'the last administrator is deleted',
    file: END,
    find: 'throw fail(commonErrors.not_found);\n  await requireAdministrator(tx);\n',
    replace: 'throw fail(commonErrors.not_found);\n',
    caughtBy: ABOVE,
    test: 'by deleting',
  },
  {
    what: 'two administrators who end each other do not wait for each other',
    file: 'src/domains/identity/users/actions/require-administrator.ts',
    find: "where r.code = 'admin' order by u.id for update of u`",
    replace: "where r.code = 'admin' order by u.id`",
    caughtBy: ABOVE,
    test: 'by giving another role',
  },
  {
    what: 'a clerk deactivates or deletes an administrator',
    file: END,
    find: '  await requireRole(tx, actor, user.role);\n',
    replace: '',
    caughtBy: ABOVE,
    test: 'neither deactivates nor deletes',
  },
  {
    what: 'one challenge opens two sessions at once',
    file: SIGN_IN,
    find: 'and used_at is null returning user_id`',
    replace: 'returning user_id`',
    caughtBy: ONCE,
    test: 'opens one session',
  },
  {
    what: 'a challenge takes tries without end',
    file: SIGN_IN,
    find: 'and tries < ${MAX_TRIES} and step',
    replace: 'and step',
    caughtBy: ONCE,
    test: 'five wrong codes',
  },
  {
    what: 'the fifth wrong try does not say that the challenge is over',
    file: 'src/domains/identity/challenge-tries.ts',
    find: 'tries >= MAX_TRIES ? errors.challenge_over : wrong',
    replace: 'tries > MAX_TRIES ? errors.challenge_over : wrong',
    caughtBy: ONCE,
    test: 'five wrong codes',
  },
  ...['second_factors', 'recovery_codes', 'provider_links'].map((table, index, all) => ({
    what: `a deleted account keeps its ${table}`,
    file: END,
    find: `sql\`identity.${table}\``,
    replace: `sql\`identity.${all[(index + 1) % all.length]}\``,
    caughtBy: ONCE,
    test: 'keeps no factor',
  })),
  {
    what: 'somebody puts their own role out of use',
    file: EDIT_ROLE,
    find: '  if (role.code === actor.role) throw fail(errors.own_role);\n',
    replace: '',
    caughtBy: ROLES,
    test: 'own role out of use',
  },
  {
    what: 'a role of an older version is saved',
    file: EDIT_ROLE,
    find: 'where id = ${input.id} and version = ${input.version} returning id`',
    replace: 'where id = ${input.id} returning id`',
    caughtBy: ROLES,
    test: 'same role open',
  },
  ...['create', 'edit', 'delete'].map((verb) => ({
    what: `role.${verb} leaves no audit row`,
    file: EDIT_ROLE,
    find: `  await audit(tx, actor, {\n    action: 'role.${verb}',`,
    replace: `  if (false) await audit(tx, actor, {\n    action: 'role.${verb}',`,
    caughtBy: ROLES,
    test: 'audit log',
  })),
  {
    what: 'the entry that goes has no audit row of the merge',
    file: 'src/domains/consumers/merge/actions/join-entries.ts',
    find: `    {
      action: 'consumer.merge',
      object: 'consumer',
      objectId: fromId,
      before: { status: from.status },
      after: { status: 'merged', mergedInto: after.number },
      reason,
    },
`,
    replace: '',
    caughtBy: MERGE,
    test: 'the entry that goes',
  },
  {
    what: 'sessions of an account that a merge closed end without that reason',
    file: ACCOUNT,
    find: "sessionsEnd: 'consumer merged'",
    replace: "sessionsEnd: 'account deleted'",
    caughtBy: MERGE,
    test: 'of two accounts',
  },
  {
    what: 'the account that a merge closed has no audit row',
    file: ACCOUNT,
    find: "  await audit(tx, actor, {\n    action: 'user.delete',",
    replace: "  if (false) await audit(tx, actor, {\n    action: 'user.delete',",
    caughtBy: MERGE,
    test: 'of two accounts',
  },
  {
    what: 'the audit row of a joined provider does not name it',
    file: 'src/domains/identity/provider/actions/sign-in-outside.ts',
    find: 'objectId: id, after: { issuer } }',
    replace: 'objectId: id }',
    caughtBy: 'src/domains/identity/provider/sign-in-by-provider.test.ts',
    test: 'the first time joins',
  },
  ...['create', 'edit'].map((verb) => ({
    what: `user.${verb} leaves no audit row`,
    file: EDIT,
    find:
      verb === 'create'
        ? "await audit(tx, actor, { action: 'user.create'"
        : "await audit(tx, actor, {\n    action: 'user.edit'",
    replace:
      verb === 'create'
        ? "if (false) await audit(tx, actor, { action: 'user.create'"
        : "if (false) await audit(tx, actor, {\n    action: 'user.edit'",
    caughtBy: HISTORY,
    test: 'a line each',
  })),
  {
    what: 'a change of status leaves no audit row',
    file: END,
    find: "  await audit(tx, actor, {\n    action: status === 'active'",
    replace: "  if (false) await audit(tx, actor, {\n    action: status === 'active'",
    caughtBy: HISTORY,
    test: 'a line each',
  },
  {
    what: 'a deleted account leaves no audit row',
    file: END,
    find: "  await audit(tx, actor, {\n    action: 'user.delete'",
    replace: "  if (false) await audit(tx, actor, {\n    action: 'user.delete'",
    caughtBy: HISTORY,
    test: 'a line each',
  },
  ...[
    ['deactivated', "'account deactivated'"],
    ['deleted', 'sessionsEnd'],
  ].map(([ended, reason]) => ({
    what: `sessions of a ${ended} account are not over`,
    file: END,
    find: `await endSessionsOf(tx, { userId: id, except: null, reason: ${reason}, now: actor.now });`,
    replace: '',
    caughtBy: HISTORY,
    test: 'are over',
  })),
  {
    what: 'the phone of a consumer is free for staff',
    file: 'src/domains/identity/users/queries.ts',
    find: 'from identity.users where id is distinct from',
    replace: 'from identity.users where consumer_id is null and id is distinct from',
    caughtBy: HISTORY,
    test: 'is not free',
  },
  ...['edit', 'delete'].map((verb) => ({
    what: `consumer.${verb} leaves no audit row`,
    file: 'src/domains/consumers/actions/edit-consumers.ts',
    find: `  await audit(tx, actor, {\n    action: 'consumer.${verb}',`,
    replace: `  if (false) await audit(tx, actor, {\n    action: 'consumer.${verb}',`,
    caughtBy: ENTRY,
    test: 'a line each',
  })),
  {
    what: 'the account of an entry out of use has no audit row',
    file: ACCOUNT,
    find: "  await audit(tx, actor, {\n    action: status === 'active'",
    replace: "  if (false) await audit(tx, actor, {\n    action: status === 'active'",
    caughtBy: ENTRY,
    test: 'its own line',
  },
  {
    what: 'the session of an entry out of use is not over',
    file: ACCOUNT,
    find: "  if (status === 'disabled') {\n    await endSessionsOf",
    replace: '  if (status !== status) {\n    await endSessionsOf',
    caughtBy: ENTRY,
    test: 'its own line',
  },
];
