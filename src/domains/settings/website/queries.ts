import type { Db, Tx } from '#platform/database/db.ts';
import { readEntry } from '../queries.ts';
import { type Website, websiteSchema } from './contract.ts';

/** The website's texts with their version; 0 if nobody has saved any. */
export async function getWebsite(db: Db | Tx): Promise<{ website: Website; version: number }> {
  const entry = await readEntry(db, 'website');
  return { website: websiteSchema.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}
