/** Reads and saves the entry `payments`. */
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type PaymentSettings, paymentSettings } from './contract.ts';

const KEY = 'payments';
type State = { settings: PaymentSettings; version: number };

export async function getPaymentSettings(db: Db | Tx): Promise<State> {
  const entry = await readEntry(db, KEY);
  return { settings: paymentSettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

export async function updatePaymentSettings(tx: Tx, actor: Actor, input: State): Promise<State> {
  const { settings: before } = await getPaymentSettings(tx);
  await saveEntry(tx, actor, { key: KEY, before, after: input.settings, version: input.version });
  return getPaymentSettings(tx);
}
