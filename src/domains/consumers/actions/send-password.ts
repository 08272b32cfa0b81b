import { sendConsumerLink } from '#domains/identity/actions/change-consumer-account.ts';
import type { LinkContext } from '#domains/identity/users/actions/send-password-link.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { getConsumer } from '../queries.ts';

/** The link leaves by SMS and mail only: the sender never sees it. */
export async function sendPassword(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  id: string,
): Promise<{ done: true }> {
  await getConsumer(tx, actor, id);
  if (!(await sendConsumerLink(tx, actor, context, id))) throw fail(errors.no_account);
  return { done: true };
}
