/**
 * PostgreSQL is killed (kill -9) at points that the seed chooses, while eight cashiers take payments through the real program.
 * What was answered with success is there afterwards, what was not answered is whole or not there, and the same call again with
 * the same key has one effect. Money is taken again within ten seconds each time, and every index is sound (guarantees G7, G14, G15).
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomOf } from '#app/demo/random.ts';
import { all, execute, one, openDatabase, sql } from '#platform/database/db.ts';
import { STEADY_MS } from '#platform/database-server/database-server.ts';
import { driveRun, seedAll, signIn, withDatabase } from './bill-run.ts';
import { type Program, programFor } from './program.ts';

const CASHIERS = 8;
const BACK_WITHIN_MS = 10_000;
const POISHA = 100;

type Options = { seed: number; connections: number; kills: number };
/** What a cashier was told of a slip: the money is taken, it is not, or nothing. */
type Told = { slip: string; connection: string; minor: number; as: 'taken' | 'nothing' };

export async function run(options: Options): Promise<{ passed: number; failed: number }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jolkol-chaos-'));
  chmodSync(dataFolder, 0o711);
  try {
    const connections = await withDatabase(dataFolder, async (ownerUrl) => {
      await seedAll(ownerUrl, options.connections);
      return idsOfConnections(ownerUrl);
    });
    const program = await programFor(dataFolder);
    await program.start();
    const random = randomOf(String(options.seed));
    await driveRun(program, random.next, 0);
    const desk: Desk = { told: [], isOpen: true, takenSince: [] };
    const cashiers = Array.from({ length: CASHIERS }, (_, cashier) =>
      takeMoney(program, desk, { random: random.fork(String(cashier)), connections }),
    );
    const slowest_ms = await killDatabase(program, desk, { kills: options.kills, random });
    desk.isOpen = false;
    await Promise.all(cashiers);
    await program.stop();
    return await withDatabase(dataFolder, (ownerUrl, superuserUrl) =>
      verify({ ownerUrl, superuserUrl }, desk.told, { slowest_ms, kills: options.kills }),
    );
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function idsOfConnections(ownerUrl: string): Promise<string[]> {
  const owner = openDatabase(ownerUrl);
  const rows = await all<{ id: string }>(owner.db, sql`select id from meters.connections order by id`);
  await owner.close();
  return rows.map(({ id }) => id);
}

/**
 * Gives in milliseconds how long it took at most until a payment that began after the kill was taken: the health page may not have
 * noticed the kill yet.
 */
async function killDatabase(
  program: Program,
  desk: Desk,
  { kills, random }: { kills: number; random: Random },
): Promise<number> {
  let slowest = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // It is started later each time if it dies again and again: that is not what is asked here.
    await sleep(STEADY_MS + random.next() * 1500);
    const began = performance.now();
    program.killDatabase();
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    desk.takenSince.push({ began, resolve });
    await taken;
    const away = performance.now() - began;
    slowest = Math.max(slowest, away);
    console.log(`kill ${kill}: money is taken again after ${away.toFixed(0)} ms`);
  }
  return slowest;
}

type Desk = {
  told: Told[];
  isOpen: boolean;
  /** Who waits for a payment that began after a moment. */
  takenSince: { began: number; resolve: () => void }[];
};

/** Takes money until the desk is closed. Every second payment that was not answered is sent again until it is. */
async function takeMoney(
  program: Program,
  desk: Desk,
  { random, connections }: { random: Random; connections: readonly string[] },
): Promise<void> {
  let token: string | undefined;
  while (desk.isOpen) {
    token ??= await signIn(program, 'planner');
    if (!token) {
      await sleep(100);
      continue;
    }
    const payment = {
      slip: `S-${crypto.randomUUID()}`,
      connection: random.pick(connections),
      minor: POISHA * random.int(1, 9),
    };
    const began = performance.now();
    let answer = await pay(program, token, payment);
    const isRepeated = random.chance(0.5);
    while (answer === 'nothing' && isRepeated && desk.isOpen) {
      await sleep(200);
      token = (await signIn(program, 'planner')) ?? token;
      answer = await pay(program, token, payment);
    }
    if (answer === 'signed-out') token = undefined;
    if (answer === 'taken' || answer === 'nothing') desk.told.push({ ...payment, as: answer });
    if (answer === 'taken') noteTaken(desk, began);
  }
}

function noteTaken(desk: Desk, began: number): void {
  const waiting = desk.takenSince.filter((waits) => waits.began < began);
  desk.takenSince = desk.takenSince.filter((waits) => waits.began >= began);
  for (const { resolve } of waiting) resolve();
}

/** refused: for a reason of its own, as a bill that is paid by now. */
async function pay(
  program: Program,
  token: string,
  { slip, connection, minor }: Omit<Told, 'as'>,
): Promise<Told['as'] | 'refused' | 'signed-out'> {
  const answer = await fetch(`${program.url}/api/billing/make-payment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': slip,
    },
    body: JSON.stringify({
      connectionId: connection,
      amountMinor: minor,
      tender: { method: 'POS', receiptNumber: slip.slice(0, 38) },
    }),
  }).catch(() => undefined);
  if (!answer || answer.status >= 500) return 'nothing';
  if (answer.ok) return 'taken';
  return answer.status === 403 ? 'signed-out' : 'refused';
}

type Urls = { ownerUrl: string; superuserUrl: string };

async function verify(
  { ownerUrl, superuserUrl }: Urls,
  told: readonly Told[],
  { slowest_ms, kills }: { slowest_ms: number; kills: number },
) {
  const owner = openDatabase(ownerUrl);
  const superuser = openDatabase(superuserUrl.replace(/[^/]*$/, 'jolkol'));
  await execute(superuser.db, sql`create extension if not exists amcheck`);
  const rows = await all<{ slip: string; minor: number }>(
    owner.db,
    sql`select p.slip_number as slip, p.amount_minor as minor from payments.payments p
      join payments.receipts r on r.payment_id = p.id join ledger.journals j on j.source_id = p.id and j.kind = 'PAYMENT'
      where p.state = 'APPROVED'`,
  );
  const found = new Map(rows.map(({ slip, minor }) => [slip, minor]));
  const lost = told.filter(({ slip, minor, as }) => as === 'taken' && found.get(slip.slice(0, 38)) !== minor);
  const known = new Set(told.map(({ slip }) => slip.slice(0, 38)));
  const sums = await one<Record<string, number>>(
    owner.db,
    sql`select (select count(*) from payments.payments) as payments,
      (select coalesce(sum(amount_minor), 0)::bigint from ledger.entries) as ledger_sum,
      (select count(*) from (select journal_id from ledger.entries group by 1 having sum(amount_minor) <> 0) b) as unbalanced,
      (select count(*) from billing.invoices i where run_id is not null and settled_minor <>
        (select coalesce(sum(a.amount_minor), 0) from payments.allocations a where a.invoice_id = i.id)) as wrongly_settled,
      (select coalesce(max(left(number, 9)::bigint) - min(left(number, 9)::bigint) + 1, 0)::bigint - count(*) from payments.receipts) as gaps`,
  );
  const { indexes } = await one<{ indexes: number }>(
    superuser.db,
    sql`with checked as (
        select bt_index_check(c.oid, true)::text from pg_class c join pg_am m on m.oid = c.relam join pg_index x on x.indexrelid = c.oid
        where c.relkind = 'i' and m.amname = 'btree' and x.indisvalid and c.relpersistence = 'p')
      select count(*) as indexes from checked`,
  );
  await Promise.all([owner.close(), superuser.close()]);
  const unanswered = told.filter(({ as }) => as === 'nothing');
  const checks: [string, boolean][] = [
    [
      `${kills} kills; the desk was without a payment for ${slowest_ms.toFixed(0)} ms at most`,
      slowest_ms <= BACK_WITHIN_MS,
    ],
    [
      `${told.length - unanswered.length} payments answered with success, ${lost.length} of them lost`,
      lost.length === 0,
    ],
    [
      `${unanswered.length} not answered; ${sums.payments} payments, each whole`,
      rows.length === sums.payments,
    ],
    [
      `${rows.filter(({ slip }) => !known.has(slip)).length} payments of nobody`,
      rows.every(({ slip }) => known.has(slip)),
    ],
    [`${rows.length - found.size} slips taken twice`, rows.length === found.size],
    [`${sums.wrongly_settled} bills whose payments are another sum`, sums.wrongly_settled === 0],
    [
      `ledger sum ${sums.ledger_sum}, ${sums.unbalanced} unbalanced journals`,
      sums.ledger_sum === 0 && sums.unbalanced === 0,
    ],
    [`${sums.gaps} gaps in the receipt numbers`, sums.gaps === 0],
    [`${indexes} indexes are sound (amcheck)`, indexes > 100],
  ];
  for (const [text, ok] of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${text}`);
  const failed = checks.filter(([, ok]) => !ok).length;
  return { passed: checks.length - failed, failed };
}
