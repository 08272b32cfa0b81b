import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { acceptInvitation } from './actions/accept-invitation.ts';
import { endAccess, leaveConnection, withdrawAccess } from './actions/end-access.ts';
import { inviteToConnection } from './actions/invite-person.ts';
import { sendInvitationCode } from './actions/send-invitation-code.ts';
import * as contract from './contract.ts';
import { accessesOfConsumer, listSharedAccess } from './queries.ts';

export function sharingRoutes({ secrets, publicUrl }: Platform): Route[] {
  return [
    query(contract.listSharedAccess, (db, actor) => listSharedAccess(db, actor)),
    query(contract.consumerAccess, (db, actor, { params }) => accessesOfConsumer(db, actor, params.id)),
    action(contract.inviteToConnection, (tx, actor, { body }) =>
      inviteToConnection(tx, actor, { secrets, publicUrl }, body),
    ),
    // Tries are counted in a statement of their own, before the transaction.
    special(contract.acceptInvitation, ({ database: { db }, actor }, { body }) =>
      acceptInvitation(db, actor, { secrets }, body.code),
    ),
    action(contract.sendInvitationCode, (tx, actor) => sendInvitationCode(tx, actor, { secrets, publicUrl })),
    action(contract.withdrawAccess, (tx, actor, { body }) => withdrawAccess(tx, actor, body.id)),
    action(contract.endAccess, (tx, actor, { body }) => endAccess(tx, actor, body)),
    action(contract.leaveConnection, (tx, actor, { body }) => leaveConnection(tx, actor, body.id)),
  ];
}
