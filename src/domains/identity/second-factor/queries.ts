/** Questions about second factors. */
import { type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { getSecurity } from '../security/security-settings.ts';

type Owner = { id: string; role: string };

/** Whether it is on, and whether the settings demand it of this role. Consumers have none. */
export async function secondFactorOf(
  db: Db | Tx,
  owner: Owner,
): Promise<{ confirmedAt: string | null; isDemanded: boolean }> {
  const row = await first<{ confirmed_at: string | null }>(
    db,
    sql`select confirmed_at from identity.second_factors where user_id = ${owner.id}`,
  );
  const { settings } = await getSecurity(db);
  return {
    confirmedAt: row?.confirmed_at ?? null,
    isDemanded: owner.role !== 'consumer' && settings.secondFactorRoles.includes(owner.role),
  };
}

/** As its owner sees it on the profile. */
export async function describeSecondFactor(db: Db, owner: Owner) {
  const { confirmedAt, isDemanded } = await secondFactorOf(db, owner);
  const { left } = await one<{ left: number }>(
    db,
    sql`select count(*) as left from identity.recovery_codes where user_id = ${owner.id} and used_at is null`,
  );
  return {
    isOffered: owner.role !== 'consumer',
    isDemanded,
    since: confirmedAt,
    recoveryCodesLeft: left,
  };
}
