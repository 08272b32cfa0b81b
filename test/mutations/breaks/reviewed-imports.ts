/** Breaks by hand: what a reader of files, dated rates, roles and second factors found missing. */
import type { Break } from '../break.ts';

const MATERIALS = 'src/domains/settings/imports/import-lists.test.ts';
const RATES = 'src/domains/settings/materials/dated-rates.test.ts';
const REGISTER = 'src/domains/settings/imports/material-register.ts';
const FACTOR = 'src/domains/identity/second-factor/account-before-factor.test.ts';
const SET_UP = 'src/domains/identity/second-factor/actions/set-up-second-factor.ts';
const UPLOAD = 'src/web/calls/refused-upload.test.ts';
const PLAN = 'src/domains/settings/materials/actions/plan-rate.ts';

export const reviewedImports: readonly Break[] = [
  {
    what: 'the audit row of a file keeps the whole number that was searched',
    file: 'src/platform/audit.ts',
    find: "if (SEARCHED.test(key) && typeof value === 'string') return withoutNumbers(value);",
    replace: '',
    caughtBy: 'src/domains/consumers/find-consumers.test.ts',
    test: 'audit row of a file that was searched',
  },
  {
    what: 'an import that is undone overwrites or deletes an edit of the same moment',
    file: 'src/domains/consumers/imports/actions/undo-import.ts',
    find: 'await lockConsumers(tx, id);',
    replace: '',
    caughtBy: 'src/domains/consumers/imports/import-states.test.ts',
    test: 'edit of the same moment',
  },
  {
    what: 'a file of materials does not show the planned rate that it replaces',
    file: REGISTER,
    find: 'return { set, was };',
    replace: 'return { set };',
    caughtBy: MATERIALS,
    test: 'materials from a file',
  },
  {
    what: 'a file of materials replaces a rate that is planned at the same moment',
    file: REGISTER,
    find: 'in exclusive mode',
    replace: 'in share row exclusive mode',
    caughtBy: MATERIALS,
    test: 'materials from a file',
  },
  {
    what: 'a rate in force is replaced',
    file: PLAN,
    find: 'where r.effective_from > ${actor.today}::date',
    replace: '',
    caughtBy: RATES,
    test: 'every rate tells who set it',
  },
  {
    what: 'two withdrawals at once leave a material without a rate',
    file: PLAN,
    find: `await lockMaterial(tx, id, actor.today);
  if (effectiveFrom <= actor.today)`,
    replace: 'if (effectiveFrom <= actor.today)',
    caughtBy: RATES,
    test: 'two withdrawals at once',
  },
  {
    what: 'the log of a changed material tells a rate that was replaced meanwhile',
    file: 'src/domains/settings/materials/actions/edit-materials.ts',
    find: 'await lockMaterial(tx, input.id, effectiveFrom)',
    replace: 'await getMaterial(tx, input.id, effectiveFrom)',
    caughtBy: RATES,
    test: 'writes down the rate that it replaces',
  },
  {
    what: 'a file that is saved again because the answer was lost is refused',
    file: 'src/domains/settings/imports/actions/import-list.ts',
    find: "return save && key ? once(tx, actor, { key, name: 'register from a file', input }, work) : work();",
    replace: 'return work();',
    caughtBy: MATERIALS,
    test: 'saved again because the answer was lost',
  },
  {
    what: 'a new secret locks the factor before the account',
    file: SET_UP,
    find: `await requireStillProved(tx, actor, proved);
    return newEnrolment(tx, keys, actor, userId);`,
    replace: `const enrolment = await newEnrolment(tx, keys, actor, userId);
    await requireStillProved(tx, actor, proved);
    return enrolment;`,
    caughtBy: FACTOR,
    test: 'a new secret',
  },
  {
    what: 'a code locks the factor before the account',
    file: SET_UP,
    find: `await lock(tx);
    if (!(await useCode(tx, keys, actor, { userId, code, isFirst }))) throw fail(errors.code_wrong);`,
    replace: `if (!(await useCode(tx, keys, actor, { userId, code, isFirst }))) throw fail(errors.code_wrong);
    await lock(tx);`,
    caughtBy: FACTOR,
    test: 'waits for the account',
  },
  {
    what: 'a session of the password alone outlives the moment at which the factor is turned on',
    file: SET_UP,
    find: 'await lockAccount(tx, String(actor.userId));',
    replace: '',
    caughtBy: FACTOR,
    test: 'opened by the password alone',
  },
  {
    what: 'an administrator locks the factor before the account',
    file: SET_UP,
    find: 'await lockAccount(tx, id);',
    replace: '',
    caughtBy: FACTOR,
    test: 'the end by an administrator',
  },
  {
    what: 'a role gets a code that is one of the planning authority for the rules only',
    file: 'src/domains/roles/contract.ts',
    find: "!code.startsWith('rajuk')",
    replace: 'code.length > 0',
    caughtBy: 'src/domains/roles/refused-roles.test.ts',
    test: 'planning authority is refused',
  },
  {
    what: 'what an upload was answered is thrown away',
    file: 'src/web/calls/upload.ts',
    find: 'await throwRefused(sent);',
    replace: '',
    caughtBy: UPLOAD,
  },
  {
    what: 'an upload that nobody answered does not look for the server',
    file: 'src/web/calls/upload.ts',
    find: 'void suspectServer();',
    replace: '',
    caughtBy: UPLOAD,
    test: 'the server is looked for',
  },
  {
    what: 'an upload ignores the headers of its answer',
    file: 'src/web/calls/upload.ts',
    find: 'header: (name) => request.getResponseHeader(name),',
    replace: 'header: () => null,',
    caughtBy: UPLOAD,
    test: 'the pause that the server asks for',
  },
  {
    what: 'an answer does not say that the rights are others',
    file: 'src/web/calls/call.ts',
    find: 'seeRights((name) => answer.header(name));',
    replace: '',
    caughtBy: UPLOAD,
    test: 'other rights than before',
  },
  {
    what: 'a refused call has no toast',
    file: 'src/web/calls/call.ts',
    find: 'if (error.status === 402 && !quiet) showError(error);',
    replace: '',
    caughtBy: UPLOAD,
  },
  {
    what: 'a refused call does not ask for the rights again',
    file: 'src/web/calls/call.ts',
    find: "if (status === 402) signalChange('rights');",
    replace: '',
    caughtBy: UPLOAD,
  },
  {
    what: 'a file is sent sooner than the server asks',
    file: 'src/web/ui/upload/send-again.ts',
    find: 'Math.max(asked_ms, usual_ms)',
    replace: 'usual_ms',
    caughtBy: 'src/web/ui/upload/send-again.test.ts',
  },
  {
    what: 'a file waits as long as a maintenance takes',
    file: 'src/web/ui/upload/send-again.ts',
    find: 'asked_ms <= LONGEST_WAIT_MS',
    replace: 'asked_ms >= 0',
    caughtBy: 'src/web/ui/upload/send-again.test.ts',
  },
];
