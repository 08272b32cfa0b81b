/**
 * Baseline of the benchmark `api`: node:http and pg, no session, permission, validation, audit or schema. One bill and its parts are read by the same
 * statements; of a list the page is the same statement, and its total and sums are read from the bills.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { Kysely, PostgresDialect } from 'kysely';
import type { z } from 'zod';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { getInvoice, invoiceList } from '#domains/billing/invoices/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { all, type Db, one, openDatabase, sql } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';

const { pool } = openDatabase(process.env.BENCH_DATABASE ?? '');
/** Plans each statement each time, as pg does if nothing else is asked for. */
const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
const actor = systemActor(new Date(), '2026-11-01');

async function list(query: z.output<typeof searchInvoice.query>): Promise<unknown> {
  const ofList = invoiceList(actor, query);
  const [items, sums] = await Promise.all([
    all(db, pageOf(query, ofList)),
    one(
      db,
      sql`select count(*) as total, sum(i.total_minor)::bigint as total_minor, sum(i.settled_minor)::bigint as settled_minor from (${ofList.rows}) i`,
    ),
  ]);
  return { items, sums };
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.endsWith('/search-invoice')) {
    return list(searchInvoice.query.parse(Object.fromEntries(url.searchParams)));
  }
  if (url.pathname.includes('/invoice-detail/'))
    return getInvoice(db, actor, url.pathname.split('/').at(-1) ?? '');
  let text = '';
  for await (const part of request) text += part;
  const body = JSON.parse(text) as { sectorId: string; number: string; name: string };
  const { rows } = await pool.query(
    'insert into settings.roads (sector_id, number, name) values ($1, $2, $3) returning id, number, name',
    [body.sectorId, `bare ${body.number}`, body.name],
  );
  return rows[0];
}

const server = createServer((request, response) => {
  answer(request).then(
    (data) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data }));
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
