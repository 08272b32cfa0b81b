import type { FastifyRequest } from 'fastify';
import type { Files } from '#platform/files/receive.ts';
import { markNoticesRead } from '#platform/inbox.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { changePassword, editProfile, endOwnSession, resetPassword } from './actions/accounts.ts';
import { requestCode, verifyCode } from './actions/one-time-codes.ts';
import type { Keys } from './actions/open-session.ts';
import { receivePicture, setPicture } from './actions/pictures.ts';
import { refresh, signIn, signOut } from './actions/sign-in.ts';
import * as contract from './contract.ts';
import * as notices from './notices/contract.ts';
import { listNotices } from './notices/queries.ts';
import { chooseDefaultView, pinView, saveDensity, saveLayout } from './preferences/actions/arrange-lists.ts';
import { changeView, createView, deleteView } from './preferences/actions/edit-views.ts';
import * as preferences from './preferences/contract.ts';
import type { Lists } from './preferences/lists.rules.ts';
import { preferencesOf, requireStaff } from './preferences/queries.ts';
import { getProfile, listSessions, permissionList, withLinks } from './queries.ts';
import { createStaffUser, deleteStaffUser, editStaffUser } from './users/actions/edit-users.ts';
import { type LinkContext, resetPasswordByLink, sendLinkTo } from './users/actions/password-links.ts';
import * as users from './users/contract.ts';
import { getUser, isFree, listUsers } from './users/queries.ts';

// Accounts are closed to the consumer's database role, so own rows are read by the program's own.
const deviceOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

type Context = LinkContext & { files: Files };

export function routes(keys: Keys, context: Context, lists: Lists): Route[] {
  const { files } = context;
  return [
    ...userRoutes(context),
    ...profileRoutes(files),
    ...preferenceRoutes(lists),
    ...noticeRoutes(),
    special(contract.login, async ({ database, actor, request }, { body }) => {
      const answer = await signIn(database.db, keys, actor, { ...body, device: deviceOf(request) });
      return { ...answer, profile: await withLinks(files, database.db, answer.profile, actor.now) };
    }),
    special(contract.newToken, ({ database, actor, request }, { body }) =>
      refresh(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
    special(contract.logout, ({ database, actor, request }, { body }) =>
      signOut(database.db, keys, actor, { ...body, device: deviceOf(request) }),
    ),
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

function profileRoutes(files: Files): Route[] {
  return [
    special(contract.getProfile, async ({ database, actor }) => {
      const profile = await getProfile(database.db, String(actor.userId));
      return {
        profile: await withLinks(files, database.db, profile, actor.now),
        permissions: permissionList(actor.permissions),
      };
    }),
    action(contract.editProfile, async (tx, actor, { body }) =>
      withLinks(files, tx, await editProfile(tx, actor, body), actor.now),
    ),
    special(contract.updateUserImage, (call) => receivePicture(files, call, 'image')),
    special(contract.updateConsumerImage, (call) => {
      if (call.actor.kind !== 'consumer') throw fail(commonErrors.not_permitted);
      return receivePicture(files, call, 'image');
    }),
    special(contract.updateUserSignature, (call) => receivePicture(files, call, 'signature')),
    action(contract.removePicture, async (tx, actor, { params }) =>
      withLinks(files, tx, await setPicture(tx, actor, params.kind, null), actor.now),
    ),
  ];
}

function noticeRoutes(): Route[] {
  return [
    special(notices.listNotices, ({ database, actor }, input) =>
      listNotices(database.db, actor, input.query),
    ),
    action(notices.readNotices, async (tx, actor, { body }) => ({
      marked: await markNoticesRead(tx, actor, body.ids),
    })),
    action(notices.readAllNotices, async (tx, actor) => ({ marked: await markNoticesRead(tx, actor) })),
  ];
}

function userRoutes(context: LinkContext): Route[] {
  return [
    query(users.listUsers, (db, _actor, input) => listUsers(db, input.query)),
    query(users.getUser, (db, _actor, { params }) => getUser(db, params.id)),
    action(users.createUser, (tx, actor, { body }) => createStaffUser(tx, actor, context, body)),
    action(users.editUser, (tx, actor, { body }) => editStaffUser(tx, actor, body)),
    action(users.checkUser, (tx, _actor, { body }) => isFree(tx, body)),
    action(users.deleteUser, (tx, actor, { params }) => deleteStaffUser(tx, actor, params.id)),
    action(users.sendPasswordLink, (tx, actor, { body }) => sendLinkTo(tx, actor, context, body.id)),
    action(users.resetPassword, (tx, actor, { body }) => resetPasswordByLink(tx, actor, body)),
  ];
}

/** Consumers' lists are short: they come as they are. */
function preferenceRoutes(lists: Lists): Route[] {
  return [
    special(preferences.listPreferences, ({ database, actor }) =>
      preferencesOf(database.db, requireStaff(actor), lists),
    ),
    action(preferences.saveListDensity, (tx, actor, { body }) => saveDensity(tx, requireStaff(actor), body)),
    action(preferences.saveListLayout, (tx, actor, { body }) => saveLayout(tx, requireStaff(actor), body)),
    action(preferences.chooseDefaultView, (tx, actor, { body }) =>
      chooseDefaultView(tx, { actor: requireStaff(actor), lists }, body),
    ),
    action(preferences.createListView, (tx, actor, { body }) =>
      createView(tx, { actor: requireStaff(actor), lists }, body),
    ),
    action(preferences.changeListView, (tx, actor, { params, body }) =>
      changeView(tx, { actor: requireStaff(actor), lists }, { ...body, id: params.id }),
    ),
    action(preferences.deleteListView, (tx, actor, { params }) =>
      deleteView(tx, { actor: requireStaff(actor), lists }, params.id),
    ),
    action(preferences.pinListView, (tx, actor, { params, body }) =>
      pinView(tx, { actor: requireStaff(actor), lists }, { ...body, id: params.id }),
    ),
  ];
}
