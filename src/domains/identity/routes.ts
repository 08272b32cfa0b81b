import type { FastifyRequest } from 'fastify';
import { action, type Route, special } from '#platform/route.ts';
import { changePassword, editProfile, endOwnSession, resetPassword } from './actions/accounts.ts';
import { requestCode, verifyCode } from './actions/one-time-codes.ts';
import type { Keys } from './actions/open-session.ts';
import { refresh, signIn, signOut } from './actions/sign-in.ts';
import * as contract from './contract.ts';
import { getProfile, listSessions, permissionList } from './queries.ts';

// Accounts are closed to the consumer's database role, so own rows are read by the program's own.
const deviceOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

export function routes(keys: Keys): Route[] {
  return [
    special(contract.login, ({ database, actor, request }, { body }) =>
      signIn(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(contract.newToken, ({ database, actor, request }, { body }) =>
      refresh(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(contract.logout, ({ database, actor, request }, { body }) =>
      signOut(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(contract.getProfile, async ({ database, actor }) => ({
      profile: await getProfile(database.db, String(actor.userId)),
      permissions: permissionList(actor.permissions),
    })),
    action(contract.editProfile, (tx, actor, { body }) => editProfile(tx, actor, body)),
    action(contract.changePassword, (tx, actor, { body }) => changePassword(tx, actor, body)),
    special(contract.listSessions, async ({ database, actor }) => ({
      items: await listSessions(database.db, actor),
    })),
    action(contract.endSession, (tx, actor, { params }) => endOwnSession(tx, actor, params.id)),
    action(contract.requestCode, (tx, actor, { body }) => requestCode(tx, keys, actor, body)),
    special(contract.verifyCode, ({ database, actor }, { body }) =>
      verifyCode(database.db, keys, actor, body),
    ),
    action(contract.resetConsumerPassword, (tx, actor, { body }) => resetPassword(tx, keys, actor, body)),
  ];
}
