import { exportRoute } from '#platform/exports/export-list.ts';
import type { Files } from '#platform/files/receive.ts';
import { action, query, type Route } from '#platform/route.ts';
import { createStaffUser, editStaffUser } from './actions/edit-users.ts';
import { deleteStaffUser, setStatus } from './actions/end-accounts.ts';
import { type LinkContext, resetPasswordByLink, sendLinkTo } from './actions/send-password-link.ts';
import * as contract from './contract.ts';
import { usersExport } from './exports.ts';
import { kindsLostBy, type OpenWork, openWorkOf, successorsOf } from './open-work.ts';
import * as queries from './queries.ts';

/** What accounts need of elsewhere: addresses for links, pictures, and the work that people have. */
export type UsersContext = LinkContext & { files: Files; openWork: readonly OpenWork[] };

export function userRoutes(context: UsersContext): Route[] {
  const { files, openWork } = context;
  return [
    query(contract.listUsers, async (db, actor, input) => {
      const page = await queries.listUsers(db, input.query);
      return { ...page, items: await queries.withPictures(files, db, page.items, actor.now) };
    }),
    exportRoute(contract.listUsersDownload, usersExport),
    query(contract.getUser, async (db, actor, { params }) =>
      queries.withPicture(files, db, await queries.getStoredUser(db, params.id), actor.now),
    ),
    action(contract.createUser, async (tx, actor, { body }) =>
      queries.withPicture(files, tx, await createStaffUser(tx, actor, context, body), actor.now),
    ),
    action(
      contract.editUser,
      async (tx, actor, { body }) =>
        queries.withPicture(files, tx, await editStaffUser(tx, actor, context, body), actor.now),
      async (db, actor, { body }) =>
        queries.withPicture(files, db, await queries.getStoredUser(db, body.id), actor.now),
    ),
    action(contract.setUserStatus, async (tx, actor, { body }) =>
      queries.withPicture(files, tx, await setStatus(tx, actor, openWork, body), actor.now),
    ),
    query(contract.getOpenWork, async (db, _actor, { params, query: { role } }) => {
      const user = await queries.getStoredUser(db, params.id);
      const kinds = role ? await kindsLostBy(db, openWork, { userId: user.id, role }) : openWork;
      const items = await openWorkOf(db, kinds, user.id);
      return { items, successors: items.length > 0 ? await successorsOf(db, kinds, user.id) : [] };
    }),
    action(contract.checkUser, (tx, _actor, { body }) => queries.isFree(tx, body)),
    action(contract.deleteUser, (tx, actor, input) =>
      deleteStaffUser(tx, actor, openWork, { id: input.params.id, ...input.body }),
    ),
    action(contract.sendPasswordLink, (tx, actor, { body }) => sendLinkTo(tx, actor, context, body.id)),
    action(contract.resetPassword, (tx, actor, { body }) => resetPasswordByLink(tx, actor, body)),
  ];
}
