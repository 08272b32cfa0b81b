/** Baseline of the benchmark `api`: node:http and pg, the same SQL, no session, permission, validation, audit or schema. */
import { createServer, type IncomingMessage } from 'node:http';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { getInvoice, searchInvoices } from '#domains/billing/invoices/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { openDatabase } from '#platform/database/db.ts';

const { db, pool } = openDatabase(process.env.BENCH_DATABASE ?? '');
const actor = systemActor(new Date(), '2026-11-01');

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname.endsWith('/search-invoice')) {
    return searchInvoices(db, actor, searchInvoice.query.parse(Object.fromEntries(url.searchParams)));
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
