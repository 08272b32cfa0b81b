/** Questions about wallets. Their money is in the ledger: balances in ledger.party_balances, movements in its entries. */
import type { z } from 'zod';
import { duesOfConsumers } from '#domains/billing/consumer-part.ts';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { betweenDays } from '#platform/database/days.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { payingByThemselves, paysByItself } from './auto-pay/queries.ts';
import type {
  transactionHistory,
  Wallet,
  WalletDetail,
  WalletMovement,
  walletList as walletListCall,
} from './contract.ts';
import { takenOn } from './withdrawals/queries.ts';

const columns = sql`c.id as "consumerId", c.number as "customerNumber", c.name, c.name_bn as "nameBn", c.phone,
  coalesce(b.balance_minor, 0)::bigint as "balanceMinor", coalesce(h.balance_minor, 0)::bigint as "heldMinor",
  b.moved_on as "movedOn", coalesce(b.blocked, false) as "isFrozen", ${paysByItself(sql`c.id`)} as "autoPay", w.frozen_reason as "frozenReason", w.frozen_by_name as "frozenBy"`;
const source = sql`consumers.consumers c
  left join ledger.party_balances b on b.party_id = c.id and b.account_code = ${sql.lit(ACCOUNTS.wallets)}
  left join ledger.party_balances h on h.party_id = c.id and h.account_code = ${sql.lit(ACCOUNTS.walletHolds)}
  left join wallet.wallets w on w.consumer_id = c.id`;

/** One wallet; it is there also before it ever moved. A consumer asks for the own one, also if another id is named. */
export async function getWallet(db: Db | Tx, actor: Actor, consumerId?: string): Promise<WalletDetail> {
  const id = actor.kind === 'consumer' ? actor.consumerId : (consumerId ?? null);
  const wallet = await first<Wallet & { dueMinor: number }>(
    db,
    sql`select ${columns}, ${duesOfConsumers.dueMinor(sql`c.id`)} as "dueMinor" from ${source}
      where c.id = (select coalesce(a.merged_into, a.id) from consumers.consumers a where a.id = ${id}::uuid)`,
  );
  if (!wallet) throw fail(commonErrors.not_found);
  const limits = await walletLimitsOn(db, actor.today);
  const running = await first<NonNullable<WalletDetail['running']>>(
    db,
    sql`select id, amount_minor as "amountMinor", created_at as "createdAt" from payments.payments
      where wallet_of = ${wallet.consumerId} and source = 'WALLET_RECHARGE' and method = 'GATEWAY' and state in ('CREATED', 'PROCESSING')
        and set_aside_at is null
      order by created_at desc limit 1`,
  );
  const takenTodayMinor = await takenOn(db, wallet.consumerId, actor.today);
  const isOwn = actor.kind === 'consumer';
  const isUsable = !wallet.isFrozen;
  return {
    ...wallet,
    limits,
    takenTodayMinor,
    running: running ?? null,
    can: {
      recharge: isUsable && limits.enabled && may(actor, isOwn ? 'wallet:use' : 'wallet:recharge'),
      askWithdrawal: isUsable && may(actor, isOwn ? 'wallet:use' : 'wallet:withdraw'),
      freeze: !isOwn && may(actor, 'wallet:freeze'),
    },
  } as WalletDetail;
}

type ListAsked = z.output<(typeof walletListCall)['query']>;
type ListFilters = Omit<ListAsked, 'limit' | 'offset' | 'sort' | 'page'>;

const POISHA = 100;
function walletConditions(query: ListFilters): Sql {
  const parts: Sql[] = [
    sql`(w.consumer_id is not null or b.party_id is not null)`,
    sql`c.merged_into is null`,
  ];
  if (query.state === 'FROZEN') parts.push(sql`b.blocked`);
  if (query.state === 'OPEN') parts.push(sql`b.blocked is not true`);
  if (query.autoPay === 'on') parts.push(sql`c.id in (${payingByThemselves})`);
  if (query.autoPay === 'off') parts.push(sql`c.id not in (${payingByThemselves})`);
  if (query.from !== undefined)
    parts.push(sql`coalesce(b.balance_minor, 0) >= ${query.from * POISHA}::bigint`);
  if (query.to !== undefined) parts.push(sql`coalesce(b.balance_minor, 0) <= ${query.to * POISHA}::bigint`);
  if (query.search) parts.push(sql`c.id in (${consumersFound(query.search)})`);
  return sql.join(parts, sql` and `);
}

export function walletsFound(_actor: Actor, query: ListFilters): ListQuery {
  return {
    rows: sql`select ${columns} from ${source} where ${walletConditions(query)}`,
    sorts: {
      balanceMinor: sql`"balanceMinor"`,
      movedOn: sql`"movedOn"`,
      name: sql`name collate "bn-x-icu"`,
    },
    tieBreak: sql`"consumerId"`,
  };
}

export async function listWallets(db: Db | Tx, actor: Actor, query: ListAsked) {
  const page = await listPage<Wallet>(
    db,
    { ...query, offset: query.page ?? query.offset },
    walletsFound(actor, query),
  );
  const sums = await one<{ balanceMinor: Wallet['balanceMinor']; heldMinor: Wallet['heldMinor'] }>(
    db,
    sql`select coalesce(sum(b.balance_minor), 0)::bigint as "balanceMinor", coalesce(sum(h.balance_minor), 0)::bigint as "heldMinor"
      from ${source} where ${walletConditions(query)}`,
  );
  return { ...page, sums };
}

type Asked = z.output<(typeof transactionHistory)['query']>;
type Filters = Omit<Asked, 'limit' | 'offset' | 'sort' | 'page'>;

/** What a journal `j` does to a wallet. */
export const movementOf: Sql = sql`case j.kind when 'WALLET_HOLD' then 'WITHDRAWAL' when 'WALLET_RELEASE' then 'RETURN' when 'WALLET_RETURN' then 'RETURN' when 'WALLET_MOVE' then 'MOVE'
  when 'REVERSAL' then (case when e.amount_minor < 0 then 'REVERSAL' else 'TAKEN_BACK' end) else (case when e.amount_minor < 0 then 'RECHARGE'
    when exists (select from wallet.auto_payments a where a.payment_id = j.source_id) then 'AUTO_PAYMENT' else 'PAYMENT' end) end`;

const entries = sql`ledger.entries e join ledger.journals j on j.id = e.journal_id`;

function movementConditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [sql`e.account_code = ${sql.lit(ACCOUNTS.wallets)}`];
  const consumerId = actor.kind === 'consumer' ? actor.consumerId : query.consumerId;
  if (consumerId || actor.kind === 'consumer') parts.push(isConsumer(sql`e.party_id`, consumerId ?? null));
  if (query.kind) parts.push(sql`${movementOf} = ${query.kind}`);
  parts.push(...betweenDays(sql`e.business_date`, query));
  if (query.search)
    parts.push(
      sql`(e.party_id in (${consumersFound(query.search)}) or j.source_id in (
        select r.payment_id from payments.receipts r where r.number = ${query.search}))`,
    );
  return sql.join(parts, sql` and `);
}

/** Newest first. The balance is what all movements of the wallet until this one sum to, also those that are not listed. */
export function movementList(actor: Actor, query: Filters): ListQuery {
  const where = movementConditions(actor, query);
  return {
    rows: sql`select e.journal_id, e.line_no, e.party_id, e.amount_minor, j.created_at as at, j.source_id, j.id::text || '/' || e.line_no as id
      from ${entries} where ${where}`,
    details: (
      page,
    ) => sql`select m.id, m.journal_id, m.party_id as "consumerId", c.number as "customerNumber", c.name, c.name_bn as "nameBn",
        j.business_date as day, m.at, ${movementOf} as kind, coalesce(r.number, f.number) as reference, p.id as "paymentId",
        case when e.amount_minor < 0 then -e.amount_minor end as "inMinor", case when e.amount_minor > 0 then e.amount_minor end as "outMinor",
        (select -sum(o.amount_minor)::bigint from ledger.entries o join ledger.journals k on k.id = o.journal_id
          where o.account_code = ${sql.lit(ACCOUNTS.wallets)} and o.party_id = m.party_id
            and (k.created_at, k.id) <= (m.at, m.journal_id)) as "balanceMinor"
      from (${page}) m join ledger.journals j on j.id = m.journal_id
      join ledger.entries e on e.journal_id = m.journal_id and e.line_no = m.line_no
      join consumers.consumers c on c.id = m.party_id
      left join payments.payments p on p.id = j.source_id left join payments.receipts r on r.payment_id = p.id
      left join wallet.withdrawals f on f.id = j.source_id`,
    // Several of one instant are in the order in which they were posted.
    sorts: { at: [sql`at`, sql`journal_id`] },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from ${entries} where ${where}`,
  };
}

export async function listMovements(db: Db | Tx, actor: Actor, query: Asked) {
  const page = await listPage<WalletMovement>(
    db,
    { ...query, offset: query.page ?? query.offset },
    movementList(actor, query),
  );
  const sums = await one<{
    inMinor: WalletMovement['balanceMinor'];
    outMinor: WalletMovement['balanceMinor'];
  }>(
    db,
    sql`select coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as "inMinor",
        coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as "outMinor"
      from ${entries} where ${movementConditions(actor, query)}`,
  );
  return { ...page, sums };
}
