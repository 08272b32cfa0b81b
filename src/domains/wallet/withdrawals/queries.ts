/** Questions about withdrawals. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { codePhone } from '#domains/consumers/code-phone.ts';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { betweenDays } from '#platform/database/days.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { CODE_MINUTES, withdrawalCan } from '../wallet.rules.ts';
import type { listWithdrawals as listCall, Withdrawal } from './contract.ts';

type Row = Omit<Withdrawal, 'can' | 'isOwn'> & {
  askedById: string;
  decidedById: string | null;
  isFrozen: boolean;
  isFirstCode: boolean;
  returnAskedBy: string | null;
};
type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort' | 'page'>;
type ListAnswer = z.input<(typeof listCall)['output']>;

/** The phone that the code went to is still the one that proves what the consumer wants. */
export const samePhone = ({ now }: Actor): Sql =>
  sql`f.phone = (select ${codePhone(sql`c`, now)} from consumers.consumers c where c.id = f.consumer_id)`;

/** A new code is good for longer than the first one was. */
export function isFirstCode(): Sql {
  return sql`(f.code_hash is not null and f.code_expires_at <= f.asked_at + make_interval(mins => ${CODE_MINUTES}::int))`;
}

const columns = sql`f.id, f.consumer_id as "consumerId", c.number as "customerNumber", c.name, c.name_bn as "nameBn", f.phone, f.state,
  f.amount_minor as "amountMinor", f.wanted, f.bank_account as "bankAccount", f.asked_by_name as "askedBy", f.asked_at as "askedAt",
  f.code_expires_at as "codeExpiresAt", f.confirmed_at as "confirmedAt", f.decided_by_name as "decidedBy", f.decided_at as "decidedAt",
  f.decision_remark as "decisionRemark", f.rejected_as as "rejectedAs", f.ended_by_name as "endedBy", f.paid_by_name as "paidBy", f.paid_on as "paidOn", f.method,
  f.reference, f.number, f.asked_by as "askedById", f.decided_by as "decidedById",
  coalesce(b.blocked, false) as "isFrozen", f.return_asked_by as "returnAskedBy",
  case when f.return_asked_by is not null then jsonb_build_object('askedBy', f.return_asked_by_name, 'reference', f.return_reference,
    'reason', f.return_reason, 'askedAt', f.return_asked_at, 'decidedBy', f.returned_by_name) end as "return", ${isFirstCode()} as "isFirstCode"`;
const source = sql`wallet.withdrawals f join consumers.consumers c on c.id = f.consumer_id
  left join ledger.party_balances b on b.party_id = f.consumer_id and b.account_code = ${sql.lit(ACCOUNTS.wallets)}`;

const visibleTo = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`f.consumer_id`, actor.consumerId) : sql`true`;

/** Until it is decided it is the office's matter. */
const isReturnWaiting = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? sql`false` : sql`(f.return_asked_by is not null and f.state = 'PAID_OUT')`;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [visibleTo(actor)];
  if (query.state) parts.push(sql`f.state = ${query.state}`);
  if (query.returns) parts.push(isReturnWaiting(actor));
  if (query.consumerId) parts.push(isConsumer(sql`f.consumer_id`, query.consumerId));
  parts.push(...betweenDays(sql`f.asked_on`, query));
  if (query.search) {
    const exact = toLatinDigits(query.search);
    parts.push(
      sql`(f.number = ${exact} or f.reference = ${query.search} or f.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return sql.join(parts, sql` and `);
}

export function withdrawalList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select ${columns} from ${source} where ${where}`,
    sorts: { askedAt: sql`"askedAt"`, amountMinor: sql`"amountMinor"` },
    tieBreak: sql`id`,
  };
}

export async function listWithdrawals(db: Db | Tx, actor: Actor, query: Query): Promise<ListAnswer> {
  const page = await listPage<Row>(
    db,
    { ...query, offset: query.page ?? query.offset },
    withdrawalList(actor, query),
  );
  const { amountMinor } = await one<{ amountMinor: number }>(
    db,
    sql`select coalesce(sum(f.amount_minor), 0)::bigint as "amountMinor" from ${source} where ${conditions(actor, query)}`,
  );
  const counts = await countBy(
    db,
    sql`select f.state as key from ${source} where ${conditions(actor, { ...query, state: undefined })}`,
  );
  return { ...page, items: page.items.map((row) => shown(row, actor)), sums: { amountMinor }, counts };
}

export async function getWithdrawal(db: Db | Tx, actor: Actor, id: string): Promise<Withdrawal> {
  const row = await first<Row>(
    db,
    sql`select ${columns} from ${source} where f.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

/** Asked for on a day and not ended without payment. */
export async function takenOn(db: Db | Tx, consumerId: string, day: string): Promise<number> {
  const { taken } = await one<{ taken: number }>(
    db,
    sql`select coalesce(sum(f.amount_minor), 0)::bigint as taken from wallet.withdrawals f
      where f.consumer_id = ${consumerId} and f.asked_on = ${day} and f.state <> 'REJECTED'`,
  );
  return taken;
}

/** Who of the office did what is not the household's matter. */
const UNNAMED = { askedBy: null, decidedBy: null, paidBy: null, endedBy: null, return: null };

function shown(
  { askedById, decidedById, isFrozen, returnAskedBy, isFirstCode: mayRenew, ...row }: Row,
  actor: Actor,
): Withdrawal {
  return {
    ...row,
    ...(actor.kind === 'consumer' ? UNNAMED : {}),
    isOwn: askedById === actor.userId,
    can: withdrawalCan(
      {
        ...{ state: row.state, method: row.method, isFrozen, returnAskedBy },
        ...{ askedBy: askedById, decidedBy: decidedById, mayRenew },
      },
      actor,
    ),
  };
}
