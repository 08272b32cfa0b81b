import { type Db, first, sql } from '#platform/database/db.ts';

/** Since when an account is joined with an outside one. */
export async function joinedAt(db: Db, userId: string): Promise<string | null> {
  const link = await first<{ linked_at: string }>(
    db,
    sql`select linked_at from identity.provider_links where user_id = ${userId}`,
  );
  return link?.linked_at ?? null;
}
