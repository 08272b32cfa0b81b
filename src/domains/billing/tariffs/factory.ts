/** Test data: tariffs through the real actions, approved by a second person. */
import type { z } from 'zod';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Db, transaction } from '#platform/database/db.ts';
import { approveTariff, submitTariff } from './actions/move-tariff.ts';
import { createTariff } from './actions/write-tariff.ts';
import { tariffBody } from './contract.ts';
import { getTariff } from './queries.ts';

const NOW = new Date('2026-01-15T06:00:00Z');

function person(userId: string, acting = systemActor(NOW, '2026-01-15')): Actor {
  return { ...acting, userId };
}

/** Somebody who writes tariffs, and somebody else who approves them. */
export const tariffAuthor = person('00000000-0000-7000-8000-000000000001');
export const tariffApprover = person('00000000-0000-7000-8000-000000000002');

export type TariffInput = z.input<typeof tariffBody>;

/** A draft; what is not given is a residential tariff without charges from 2020 on. */
export function draftTariff(
  db: Db,
  tariff: Partial<TariffInput>,
  author = tariffAuthor,
): Promise<{ id: string; version: number }> {
  const body = tariffBody.parse({
    category: 'residential',
    name: 'Test tariff',
    effectiveFrom: '2020-01-01',
    waterMode: 'blocks',
    blocks: tariff.waterMode === 'flat' ? [] : [{ from: '0', to: null, rate: '0' }],
    orderNumber: 'test order',
    ...tariff,
  });
  return transaction(db, (tx) => createTariff(tx, author, body));
}

/** Waits for its approval. */
export async function announcedTariff(
  db: Db,
  tariff: Partial<TariffInput>,
  author = tariffAuthor,
): Promise<string> {
  const draft = await draftTariff(db, tariff, author);
  await transaction(db, (tx) => submitTariff(tx, author, { ...draft, riseReason: 'test' }));
  return draft.id;
}

/** @param acting when it is done; in a program whose log is verified, now: entries of an earlier day are found as backdated */
export async function approvedTariff(db: Db, tariff: Partial<TariffInput>, acting?: Actor): Promise<string> {
  const [author, approver] = acting
    ? [person(String(tariffAuthor.userId), acting), person(String(tariffApprover.userId), acting)]
    : [tariffAuthor, tariffApprover];
  const id = await announcedTariff(db, tariff, author);
  await transaction(db, async (tx) => {
    const { version } = await getTariff(tx, approver, id);
    await approveTariff(tx, approver, { id, version });
  });
  return id;
}
