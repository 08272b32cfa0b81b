import { readEntry } from '#domains/settings/queries.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type PaymentSettings, paymentSettings } from './contract.ts';

export const KEY = 'payments';

export type State = { settings: PaymentSettings; version: number };

export async function getPaymentSettings(db: Db | Tx): Promise<State> {
  const entry = await readEntry(db, KEY);
  return { settings: paymentSettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}
