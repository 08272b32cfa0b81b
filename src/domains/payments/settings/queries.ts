import { waitingNoteOf } from '#domains/settings/changes/queries.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type PaymentSettings, paymentSettings } from './contract.ts';

export const KEY = 'payments';

export type State = { settings: PaymentSettings; version: number };

export async function getPaymentSettings(db: Db | Tx): Promise<State> {
  const entry = await readEntry(db, KEY);
  return { settings: paymentSettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

/** With the change that waits for a second person. */
export async function shownPaymentSettings(db: Db | Tx) {
  return { ...(await getPaymentSettings(db)), waiting: await waitingNoteOf(db, KEY) };
}
