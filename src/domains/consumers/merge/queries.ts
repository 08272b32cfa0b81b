import { findAccount } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { type ConsumerParts, holdingsOf } from '../consumer-parts.ts';
import { knownAs, openConsumer } from '../queries.ts';
import type { MergeSide } from './contract.ts';

/** Both consumers and what belongs to each. */
export async function getMergePreview(
  db: Db | Tx,
  actor: Actor,
  parts: ConsumerParts,
  query: { fromId: string; intoId: string },
): Promise<{ from: MergeSide; into: MergeSide }> {
  const side = async (id: string): Promise<MergeSide> => {
    const consumer = await openConsumer(db, actor, id);
    const [holdings, account, { dueMinor }] = await Promise.all([
      holdingsOf(db, parts, await knownAs(db, id)),
      findAccount(db, id),
      one<{ dueMinor: Minor }>(db, sql`select ${parts.dues.dueMinor(sql`${id}::uuid`)} as "dueMinor"`),
    ]);
    return { ...consumer, holdings, dueMinor, account: account?.status ?? 'none' };
  };
  return { from: await side(query.fromId), into: await side(query.intoId) };
}
