import type { Files } from '#platform/files/receive.ts';
import { markNoticesRead } from '#platform/messages/inbox.ts';
import type { Platform } from '#platform/platform.ts';
import { action, type Route, special } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { verifyCode } from './actions/check-one-time-code.ts';
import { editProfile, saveAppearance } from './actions/edit-own-profile.ts';
import type { Keys } from './actions/open-session.ts';
import { requestCode } from './actions/request-code.ts';
import { receivePicture, setPicture } from './actions/set-picture.ts';
import { resetPassword } from './actions/store-password.ts';
import * as contract from './contract.ts';
import { changeEmail, confirmEmail } from './email/change-email.ts';
import * as email from './email/contract.ts';
import { uploadRoutes } from './files/upload-routes.ts';
import * as notices from './notices/contract.ts';
import { listNotices } from './notices/queries.ts';
import { changePhone, confirmPhone } from './phone/change-phone.ts';
import * as phone from './phone/contract.ts';
import type { PhoneFollower } from './phone/phone-follower.ts';
import { chooseDefaultView, pinView, saveDensity, saveLayout } from './preferences/actions/arrange-lists.ts';
import { changeView, createView, deleteView } from './preferences/actions/edit-views.ts';
import * as preferences from './preferences/contract.ts';
import type { Lists } from './preferences/lists.rules.ts';
import { preferencesOf, requireStaff, showView } from './preferences/queries.ts';
import { openIdProvider } from './provider/open-id.ts';
import { getProfile, permissionList, withLinks } from './queries.ts';
import * as session from './session/contract.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { type UsersContext, userRoutes } from './users/routes.ts';

type Context = UsersContext & Pick<Platform, 'signInProvider'> & { phoneFollowers: readonly PhoneFollower[] };

// Accounts are closed to the consumer's database role, so own rows are read by the program's own: `special`.
export function routes(keys: Keys, context: Context, lists: Lists): Route[] {
  const { files, signInProvider } = context;
  const provider = signInProvider && openIdProvider(signInProvider);
  return [
    ...userRoutes(context),
    ...profileRoutes(files),
    ...preferenceRoutes(lists),
    ...noticeRoutes(),
    ...uploadRoutes(files),
    ...signInRoutes(keys, { files, publicUrl: context.publicUrl, provider }),
    special(email.changeEmail, ({ database, actor }, { body }) =>
      changeEmail(database.db, actor, context, body),
    ),
    action(email.confirmEmail, (tx, actor, { body }) => confirmEmail(tx, actor, body.token)),
    special(phone.changePhone, ({ database, actor }, { body }) =>
      changePhone(database.db, keys, actor, { ...body, publicUrl: context.publicUrl }),
    ),
    special(phone.confirmPhone, ({ database, actor }, { body }) =>
      confirmPhone(database.db, { keys, followers: context.phoneFollowers }, actor, body),
    ),
    action(contract.requestCode, (tx, actor, { body }) =>
      requestCode(tx, keys, actor, { ...body, publicUrl: context.publicUrl }),
    ),
    special(contract.verifyCode, ({ database, actor }, { body }) =>
      verifyCode(database.db, keys, actor, body),
    ),
    action(contract.resetConsumerPassword, (tx, actor, { body }) => resetPassword(tx, keys, actor, body)),
  ];
}

function profileRoutes(files: Files): Route[] {
  return [
    special(session.getProfile, async ({ database, actor }) => {
      const profile = await getProfile(database.db, String(actor.userId));
      return {
        profile: await withLinks(files, database.db, profile, actor.now),
        permissions: permissionList(actor.permissions),
      };
    }),
    action(
      contract.editProfile,
      async (tx, actor, { body }) => withLinks(files, tx, await editProfile(tx, actor, body), actor.now),
      async (db, actor) => withLinks(files, db, await getProfile(db, String(actor.userId)), actor.now),
    ),
    action(session.saveAppearance, (tx, actor, { body }) => saveAppearance(tx, actor, body)),
    special(contract.updateUserImage, (call, { query }) =>
      receivePicture(files, call, { kind: 'image', ...query }),
    ),
    special(contract.updateConsumerImage, (call, { query }) => {
      if (call.actor.kind !== 'consumer' && !query.consumerId) throw fail(commonErrors.not_permitted);
      return receivePicture(files, call, { kind: 'image', ...query });
    }),
    special(contract.updateUserSignature, (call, { query }) =>
      receivePicture(files, call, { kind: 'signature', ...query }),
    ),
    action(contract.removePicture, async (tx, actor, { params, query }) =>
      withLinks(files, tx, await setPicture(tx, actor, { ...params, ...query }, null), actor.now),
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
    action(
      preferences.changeListView,
      (tx, actor, { params, body }) =>
        changeView(tx, { actor: requireStaff(actor), lists }, { ...body, id: params.id }),
      (db, actor, { params }) => showView(db, requireStaff(actor), lists, params.id),
    ),
    action(preferences.deleteListView, (tx, actor, { params }) =>
      deleteView(tx, { actor: requireStaff(actor), lists }, params.id),
    ),
    action(preferences.pinListView, (tx, actor, { params, body }) =>
      pinView(tx, { actor: requireStaff(actor), lists }, { ...body, id: params.id }),
    ),
  ];
}
