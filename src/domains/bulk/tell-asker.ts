/** The bell of the person who asked for a bulk action: how it ended, or that the program cannot do it. */
import { sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { NoticeParams } from '#shared/words.ts';

export type Told = {
  kind: 'bulk.finished' | 'bulk.stopped' | 'bulk.failed';
  id: string;
  occasion: string;
  params?: NoticeParams;
};

export function tellAsker(tx: Tx, now: Date, { kind, id, occasion, params = {} }: Told): Promise<void> {
  // Their own act, which they have not waited for: the program tells them.
  const asker = sql`select asked_by as id from bulk.jobs where id = ${id}::uuid`;
  const notice = { kind, occasion, path: `/bulk-jobs/${id}`, params };
  return notify(tx, { now, userId: null }, asker, notice);
}

/** It failed several times and is tried again from time to time. */
export const tellJobFails = (tx: Tx, now: Date, told: Pick<Told, 'id' | 'occasion'>): Promise<void> =>
  tellAsker(tx, now, { ...told, kind: 'bulk.failed' });
