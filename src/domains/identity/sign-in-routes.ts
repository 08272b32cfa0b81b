/** Binds what signing in and its safety need: password, second factor, outside provider, sessions, the settings of it. */
import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { changePassword } from './actions/change-own-password.ts';
import { passSecondStep, type SignInAnswer } from './actions/complete-sign-in.ts';
import { endOwnSession, endOwnSessions } from './actions/end-own-sessions.ts';
import type { Keys } from './actions/open-session.ts';
import { refresh, signIn, signOut } from './actions/sign-in.ts';
import * as contract from './contract.ts';
import {
  beginProvider,
  finishProvider,
  joinProvider,
  leaveProvider,
  type ProviderContext,
} from './provider/actions/sign-in-outside.ts';
import * as outside from './provider/contract.ts';
import { joinedAt } from './provider/queries.ts';
import { listSessions, withLinks } from './queries.ts';
import * as manage from './second-factor/actions/set-up-second-factor.ts';
import * as factor from './second-factor/contract.ts';
import { describeSecondFactor } from './second-factor/queries.ts';
import * as security from './security/contract.ts';
import { showSecurity, updateSecurity } from './security/security-settings.ts';
import * as session from './session/contract.ts';

// Accounts are closed to the consumer's database role, so own rows are read by the program's own: `special`. Tries
// are counted in their own transaction before the refusal: also `special`.
export const deviceOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

type SignInContext = ProviderContext & { files: Files };

export function signInRoutes(keys: Keys, context: SignInContext): Route[] {
  const shown = async (db: Db, answer: SignInAnswer, now: Date) =>
    'challenge' in answer
      ? answer
      : { ...answer, profile: await withLinks(context.files, db, answer.profile, now) };
  return [
    special(contract.login, async ({ database: { db }, actor, request }, { body }) =>
      shown(db, await signIn(db, keys, actor, { ...body, device: deviceOf(request) }), actor.now),
    ),
    special(factor.completeSignIn, async ({ database: { db }, actor, request }, { body }) =>
      shown(db, await passSecondStep(db, keys, actor, { ...body, device: deviceOf(request) }), actor.now),
    ),
    special(outside.beginProvider, ({ database, actor }) => beginProvider(database.db, keys, actor, context)),
    special(outside.finishProvider, async ({ database: { db }, actor, request }, { body }) => {
      const input = { ...body, context, device: deviceOf(request) };
      return shown(db, await finishProvider(db, keys, actor, input), actor.now);
    }),
    special(outside.joinProvider, async ({ database: { db }, actor, request }, { body }) =>
      shown(db, await joinProvider(db, keys, actor, { ...body, device: deviceOf(request) }), actor.now),
    ),
    action(outside.leaveProvider, leaveProvider),
    special(session.newToken, ({ database, actor, request }, { body }) =>
      refresh(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(session.logout, ({ database, actor, request }, { body }) =>
      signOut(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(contract.changePassword, ({ database, actor }, { body }) =>
      changePassword(database.db, actor, body),
    ),
    special(contract.listSessions, async ({ database, actor }) => ({
      items: await listSessions(database.db, actor),
    })),
    action(contract.endSession, (tx, actor, { params }) => endOwnSession(tx, actor, params.id)),
    action(contract.endSessions, (tx, actor, { body }) => endOwnSessions(tx, actor, body.which)),
    query(security.getSecuritySettings, showSecurity),
    action(
      security.updateSecuritySettings,
      (tx, actor, { body }) => updateSecurity(tx, actor, body),
      showSecurity,
    ),
    ...secondFactorRoutes(keys, context),
  ];
}

function secondFactorRoutes(keys: Keys, { provider }: ProviderContext): Route[] {
  return [
    special(factor.getSignInMethods, async ({ database, actor }) => {
      const id = String(actor.userId);
      return {
        secondFactor: await describeSecondFactor(database.db, { id, role: actor.role }),
        provider:
          provider && actor.kind === 'staff'
            ? { name: provider.name, joinedAt: await joinedAt(database.db, id) }
            : null,
      };
    }),
    special(factor.beginSecondFactor, ({ database, actor }, { body }) =>
      manage.beginSecondFactor(database.db, keys, actor, body),
    ),
    special(factor.confirmSecondFactor, ({ database, actor }, { body }) =>
      manage.confirmSecondFactor(database.db, keys, actor, body),
    ),
    special(factor.renewRecoveryCodes, ({ database, actor }, { body }) =>
      manage.renewRecoveryCodes(database.db, keys, actor, body),
    ),
    special(factor.endSecondFactor, ({ database, actor }, { body }) =>
      manage.endSecondFactor(database.db, keys, actor, body),
    ),
    action(factor.resetSecondFactor, (tx, actor, { body }) => manage.resetSecondFactor(tx, actor, body.id)),
  ];
}
