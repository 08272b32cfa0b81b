import type { z } from 'zod';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { getChain } from '../contract.ts';
import { headText } from './findings.rules.ts';

type Last = { position: number; sealedAt: string; hash: string };
type Check = NonNullable<z.input<(typeof getChain)['output']>['check']>;

/** How far the logs are sealed, and what the last verification found. */
export async function chainState(db: Db | Tx): Promise<z.input<(typeof getChain)['output']>> {
  const last = await first<Last>(
    db,
    sql`select position, sealed_at as "sealedAt", encode(hash, 'hex') as hash
      from logs.audit_seals order by position desc limit 1`,
  );
  const check = await first<Check>(
    db,
    sql`select at, by_name as by, rows, findings from logs.audit_checks order by at desc, id desc limit 1`,
  );
  return {
    sealed: last?.position ?? 0,
    sealedAt: last?.sealedAt ?? null,
    head: last ? headText(last) : null,
    check: check ?? null,
  };
}
