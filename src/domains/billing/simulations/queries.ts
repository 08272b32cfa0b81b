/** Questions about simulations. */
import type { z } from 'zod';
import { type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { getSimulation } from './contract.ts';

type State = z.input<(typeof getSimulation)['output']>;

/** The last simulation of a version; refuses a version that is not there. */
export async function latestSimulation(db: Db | Tx, versionId: string): Promise<State> {
  const version = await first<{ version: number }>(
    db,
    sql`select version from billing.tariff_versions where id = ${versionId}`,
  );
  if (!version) throw fail(commonErrors.not_found);
  const simulation = await first<NonNullable<State['simulation']>>(
    db,
    sql`select s.id, s.state, coalesce(u.name, '') as "askedBy", s.asked_at as "askedAt", s.ended_at as "endedAt",
        coalesce(s.wording <> ${version.version}, false) as "isOfEarlierWording", s.result
      from billing.tariff_simulations s left join identity.users u on u.id = s.asked_by
      where s.tariff_version_id = ${versionId} order by s.asked_at desc, s.id desc limit 1`,
  );
  const { isBusy } = await one<{ isBusy: boolean }>(
    db,
    sql`select exists (select from billing.tariff_simulations s where s.state = 'WORKING' and s.tariff_version_id <> ${versionId}) as "isBusy"`,
  );
  return { simulation: simulation ?? null, isBusy };
}
