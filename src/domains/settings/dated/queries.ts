/** What of a kind counts on a day, and everything of a kind for its screen. */
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Dated, DatedNoun } from './contract.ts';

/** A kind of dated value: its key in settings.dated_entries, how it is read, who takes its steps. */
export type DatedKind<V, N extends DatedNoun = DatedNoun> = {
  key: string;
  noun: N;
  parse: (value: unknown) => V;
  twoPersons: boolean;
  /** What is approved for a day stays: bills were made by it, or versions of tariffs. Else another approved value takes its place. */
  keepsDay?: true;
  approve: Permission;
  withdraw: Permission;
};

type InForce<V> = { value: V; validFrom: string };

/** The value that counts on a day, as it was saved; undefined before the first one. */
export async function datedOn<V>(
  db: Db | Tx,
  kind: Pick<DatedKind<V>, 'key' | 'parse'>,
  day: string,
): Promise<InForce<V> | undefined> {
  const row = await first<InForce<unknown>>(
    db,
    sql`select value, valid_from as "validFrom" from settings.dated_entries
      where key = ${kind.key} and state = 'APPROVED' and valid_from <= ${day}::date order by valid_from desc limit 1`,
  );
  return row && { value: kind.parse(row.value), validFrom: row.validFrom };
}

type Row = Omit<Dated<unknown>, 'can'> & { plannedById: string | null };

function rows(actor: Actor, key: string): Sql<Row> {
  return sql<Row>`select d.id, d.valid_from as "validFrom", d.value, d.state, d.reason, d.planned_by as "plannedById",
      d.planned_by_name as "plannedBy", d.planned_at as "plannedAt", d.approved_by_name as "approvedBy",
      d.approved_at as "approvedAt", d.withdrawn_by_name as "withdrawnBy", d.withdrawn_at as "withdrawnAt",
      d.withdrawn_reason as "withdrawnReason", d.version,
      d.state = 'APPROVED' and d.valid_from = (select max(o.valid_from) from settings.dated_entries o
        where o.key = d.key and o.state = 'APPROVED' and o.valid_from <= ${actor.today}::date) as "inForce"
    from settings.dated_entries d where d.key = ${key}`;
}

function shown<V>(actor: Actor, kind: DatedKind<V>, { plannedById, ...row }: Row): Dated<V> {
  const isWaiting = row.state === 'PLANNED' && row.validFrom >= actor.today;
  const isOpen = row.state === 'PLANNED' || (row.state === 'APPROVED' && row.validFrom > actor.today);
  return {
    ...row,
    value: kind.parse(row.value),
    inForce: row.inForce ?? false,
    can: {
      approve: isWaiting && may(actor, kind.approve) && plannedById !== actor.userId,
      withdraw: isOpen && may(actor, kind.withdraw),
    },
  };
}

/** Everything of a kind, the latest day first. */
export async function listDated<V>(db: Db | Tx, actor: Actor, kind: DatedKind<V>): Promise<Dated<V>[]> {
  const found = await all<Row>(
    db,
    sql`select * from (${rows(actor, kind.key)}) d order by "validFrom" desc, "plannedAt" desc`,
  );
  return found.map((row) => shown(actor, kind, row));
}

/** One; refuses an unknown id. */
export async function getDated<V>(
  db: Db | Tx,
  actor: Actor,
  kind: DatedKind<V>,
  id: string,
): Promise<Dated<V>> {
  const row = await first<Row>(db, sql`select * from (${rows(actor, kind.key)}) d where id = ${id}`);
  if (!row) throw fail(commonErrors.not_found);
  return shown(actor, kind, row);
}
