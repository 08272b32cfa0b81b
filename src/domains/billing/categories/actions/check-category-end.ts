/** Somebody looked at the connection before its category ends: what follows is right, and the task is done. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { lockChange } from '../lock-change.ts';
import { isToCheck } from '../queries.ts';
import type { Moved } from './propose-category.ts';

type Checked = { id: string; version: number; words: string };

export async function checkCategoryEnd(
  tx: Tx,
  actor: Actor,
  { id, version, words }: Checked,
): Promise<Moved> {
  const change = await lockChange(tx, { id, version });
  const checked = await first<Moved>(
    tx,
    sql`update billing.category_changes k set checked_by = ${actor.userId}, checked_by_name = ${actor.name}, checked_at = ${actor.now},
        checked_words = ${words}, version = k.version + 1
      where k.id = ${id} and ${isToCheck(actor.today)} returning k.id, k.number, k.state`,
  );
  if (!checked) throw fail(errors.nothing_to_check);
  await audit(tx, actor, {
    action: 'category-change.check-end',
    object: 'category-change',
    objectId: id,
    after: {
      connectionId: change.connectionId,
      untilDay: change.untilDay,
      nextCategory: change.nextCategory,
    },
    reason: words,
  });
  return checked;
}
