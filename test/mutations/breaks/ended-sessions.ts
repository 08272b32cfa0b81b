/** Breaks by hand: a session that was ended, or that never saw the secret, finishes what opens an account. */
import type { Break } from '../break.ts';

const MEANWHILE = 'src/domains/identity/security/password-changed-meanwhile.test.ts';
const SET_UP = 'src/domains/identity/second-factor/actions/set-up-second-factor.ts';

export const endedSessions: readonly Break[] = [
  {
    what: 'an ended session turns a second factor on',
    file: SET_UP,
    find: '      await requireOpenSession(tx, actor);\n',
    replace: '',
    caughtBy: MEANWHILE,
    test: 'first code of the app',
  },
  {
    what: 'an ended session changes the phone',
    file: 'src/domains/identity/phone/change-phone.ts',
    find: '    await requireOpenSession(tx, actor);\n',
    replace: '',
    caughtBy: MEANWHILE,
    test: 'code by SMS',
  },
  {
    what: 'who signs a session out is not waited for',
    file: 'src/domains/identity/actions/change-own-password.ts',
    find: 'and ended_at is null for share`',
    replace: 'and ended_at is null`',
    caughtBy: MEANWHILE,
    test: 'signed out at this moment',
  },
  {
    what: 'a secret that one session saw is confirmed in another one',
    file: 'src/domains/identity/second-factor/actions/use-code.ts',
    find: '\n      and (confirmed_at is not null or begun_session is not distinct from ${actor.sessionId}::uuid)',
    replace: '',
    caughtBy: MEANWHILE,
    test: 'that saw its secret',
  },
  {
    what: 'a secret that replaces another one belongs to the session of that one',
    file: 'src/domains/identity/second-factor/actions/use-code.ts',
    find: ' begun_session = excluded.begun_session,',
    replace: '',
    caughtBy: MEANWHILE,
    test: 'that saw its secret',
  },
  {
    what: 'who ends the other sessions does not wait for who turns a second factor on',
    file: 'src/domains/identity/actions/end-own-sessions.ts',
    find: '  await lockAccount(tx, String(actor.userId));\n',
    replace: '',
    caughtBy: MEANWHILE,
    test: 'the later one waits',
  },
];
