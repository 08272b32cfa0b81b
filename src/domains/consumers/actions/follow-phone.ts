/** A consumer changed the phone of their own account: the entry that had the same number gets the new one. */
import type { PhoneFollower } from '#domains/identity/phone/phone-follower.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql } from '#platform/database/db.ts';

export const followPhone: PhoneFollower = async (tx, actor, { consumerId, from, to }) => {
  // They proved the new one by its code: if the old one gets codes for some days, the new one gets them now.
  await execute(
    tx,
    sql`update consumers.consumers set phone_before = ${to} where id = ${consumerId} and phone_before = ${from}`,
  );
  const changed = await first(
    tx,
    sql`update consumers.consumers set phone = ${to}, version = version + 1
      where id = ${consumerId} and phone = ${from} and status <> 'merged' returning id`,
  );
  if (!changed) return;
  await audit(tx, actor, {
    action: 'consumer.edit',
    object: 'consumer',
    objectId: consumerId,
    before: { phone: from },
    after: { phone: to },
  });
};
