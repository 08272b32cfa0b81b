/** Saves the texts of the website; refuses when somebody saved others meanwhile. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Website } from '../website/contract.ts';
import { requirePictures } from '../website/pictures.ts';
import { getWebsite } from '../website/queries.ts';
import { saveEntry } from './save-entry.ts';

type State = { website: Website; version: number };

export async function updateWebsite(tx: Tx, actor: Actor, input: State): Promise<State> {
  const { website: before } = await getWebsite(tx);
  await requirePictures(tx, input.website);
  await saveEntry(tx, actor, { key: 'website', before, after: input.website, version: input.version });
  return getWebsite(tx);
}
