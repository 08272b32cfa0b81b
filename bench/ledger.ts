/**
 * Posting to the ledger against bare inserts of the same rows into tables with the same indexes and nothing else: no check of the balance, no
 * reference, no closed month. Single: one journal of three entries a transaction, by eight at once, as counters post. Many: 200,000 journals in
 * two statements, as runs post. Result: the share of the bare speed (issue 11: at least 0.7).
 */
import { randomUUID } from 'node:crypto';
import { postJournal, postJournals } from '#domains/ledger/actions/post-journal.ts';
import { systemActor } from '#platform/actor.ts';
import { type Db, execute, sql, transaction } from '#platform/database/db.ts';
import { benchServer, seconds } from './bench-database.ts';
import { seedHousesAndTariffs } from './seed-connections.ts';

const CONNECTIONS = 20_000;
const ROUNDS = 5;
const AT_ONCE = 8;
const DAY = '2026-11-01';
const actor = systemActor(new Date('2026-11-01T03:00:00Z'), DAY);

/** @param args journals of a round, one by one and together */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const [single = 4_000, many = 200_000] = args.map(Number);
  const server = await benchServer(async (owner) => {
    await seedHousesAndTariffs(owner, CONNECTIONS);
    await sql
      .raw(
        `create schema bare;
        create table bare.journals (like ledger.journals including defaults including indexes including generated);
        create table bare.entries (like ledger.entries including defaults including indexes including generated);
        grant usage on schema bare to jolkol_app; grant all on all tables in schema bare to jolkol_app`,
      )
      .execute(owner.db);
  });
  const { app, drop } = await server.clone('posted');
  const { rows } = await sql<{ id: string }>`select id from meters.connections`.execute(app.db);
  const parties = rows.map(({ id }) => id);
  const result = {
    single: await compare(single, {
      ours: () => oneByOne(single, (index) => postOne(app.db, parties[index % parties.length] ?? '')),
      bare: () => oneByOne(single, (index) => insertOne(app.db, parties[index % parties.length] ?? '')),
    }),
    many: await compare(many, { ours: () => postMany(app.db, many), bare: () => insertMany(app.db, many) }),
  };
  await drop();
  await server.stop();
  return result;
}

async function compare(journals: number, work: Record<'ours' | 'bare', () => Promise<unknown>>) {
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const kind of ['ours', 'bare'] as const) {
      const took = await seconds(work[kind]);
      if (round >= 0) times[kind].push(took);
    }
  }
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const [ours, bare] = [median(times.ours), median(times.bare)];
  console.log(
    `${journals}: ${(journals / ours).toFixed(0)} journals a second, bare ${(journals / bare).toFixed(0)}`,
  );
  return {
    per_s: Math.round(journals / ours),
    bare_per_s: Math.round(journals / bare),
    share: Math.round((bare / ours) * 1000) / 1000,
  };
}

/** Eight at once until all are done. */
async function oneByOne(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const amounts = [61_500, -50_000, -11_500] as const;

function postOne(db: Db, partyId: string): Promise<unknown> {
  const [amount, advance, vat] = amounts;
  return transaction(db, (tx) =>
    postJournal(tx, actor, {
      kind: 'INVOICE',
      sourceId: randomUUID(),
      businessDate: DAY,
      entries: [
        { account: '1100', partyId, amountMinor: amount },
        { account: '4000', amountMinor: advance },
        { account: '2100', amountMinor: vat },
      ],
    }),
  );
}

function insertOne(db: Db, partyId: string): Promise<unknown> {
  const id = randomUUID();
  const [amount, income, vat] = amounts;
  return transaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into bare.journals (id, kind, source_id, business_date, posted_by, created_at, round)
        values (${id}, 'INVOICE', ${randomUUID()}, ${DAY}, null, ${actor.now}, 1)`,
    );
    await execute(
      tx,
      sql`insert into bare.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
        values (${id}, 1, '1100', ${partyId}, ${amount}, ${DAY}), (${id}, 2, '4000', null, ${income}, ${DAY}), (${id}, 3, '2100', null, ${vat}, ${DAY})`,
    );
  });
}

const journals = (
  count: number,
) => sql`select n.id, 'INVOICE' as kind, n.source_id, ${DAY}::date as business_date, null::uuid as reverses_id, null::text as reason
  from made n where n.place <= ${count}::int`;
const entries = (
  count: number,
) => sql`select n.id as journal_id, l.line_no, l.account_code, case when l.line_no = 1 then n.party_id end as party_id,
    l.amount_minor::bigint as amount_minor, ${DAY}::date as business_date
  from made n cross join (values (1::smallint, '1100', ${amounts[0]}::int), (2::smallint, '4000', ${amounts[1]}::int), (3::smallint, '2100', ${amounts[2]}::int))
    as l (line_no, account_code, amount_minor)
  where n.place <= ${count}::int`;

/** What is to be posted, prepared outside of both. */
const made = (count: number) => sql`create temporary table made on commit drop as
  select n as place, uuidv7() as id, uuidv7() as source_id, c.id as party_id
  from generate_series(1, ${sql.lit(count)}) n
  join (select id, row_number() over (order by id) as place from meters.connections) c on c.place = 1 + n % ${sql.lit(CONNECTIONS)}`;

function postMany(db: Db, count: number): Promise<unknown> {
  return transaction(db, async (tx) => {
    await execute(tx, made(count));
    await postJournals(tx, actor, journals(count), entries(count));
  });
}

function insertMany(db: Db, count: number): Promise<unknown> {
  return transaction(db, async (tx) => {
    await execute(tx, made(count));
    await execute(
      tx,
      sql`insert into bare.journals (id, kind, source_id, business_date, created_at, round)
        select j.id, j.kind, j.source_id, j.business_date, ${actor.now}::timestamptz, 1 from (${journals(count)}) j`,
    );
    await execute(
      tx,
      sql`insert into bare.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date) ${entries(count)}`,
    );
  });
}
