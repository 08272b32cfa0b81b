/**
 * Asks a database what Jolkol relies on before anything is written to it: PostgreSQL 18, UTF-8, and that Bengali is
 * searched and sorted. Everything happens in a transaction that is rolled back.
 */
import pg from 'pg';
import { StartError } from '../start/start-error.ts';

const VERSION_MIN = 18;
/** A server that starts together with us gets this long to take connections. */
const PATIENCE_MS = 5000;

type Facts = {
  version: number;
  encoding: string;
  letters: boolean;
  words: number;
  collations: number;
  durable: boolean;
};

/** Refuses with a sentence; returns what is allowed but unwise. */
export async function checkDatabase(ownerUrl: string): Promise<string[]> {
  const client = await connectPatiently(ownerUrl);
  try {
    const { version } = await version18(client);
    await client.query('begin');
    await client.query('create extension if not exists pg_trgm');
    const { rows } = await client.query<Facts>(`select ${version} as version,
      current_setting('server_encoding') as encoding,
      'ঢাকা' ~ '[[:alpha:]]' as letters,
      cardinality(show_trgm('ঢাকা')) as words,
      (select count(*)::int from pg_collation where collname = 'bn-x-icu') as collations,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') <> 'off' as durable`);
    return judge(rows[0] as Facts);
  } finally {
    await client.query('rollback').catch(() => undefined);
    await client.end();
  }
}

async function version18(client: pg.Client): Promise<{ version: number }> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < VERSION_MIN) {
    throw new StartError(
      `The database server is PostgreSQL ${version}, Jolkol needs ${VERSION_MIN} or later: upgrade it or leave DATABASE_URL unset.`,
    );
  }
  return { version };
}

function judge(facts: Facts): string[] {
  const cure = 'make it anew as docs/operations.md shows (encoding UTF8, ICU, ctype C.UTF-8)';
  if (facts.encoding !== 'UTF8') {
    throw new StartError(
      `The database has the encoding ${facts.encoding}, which cannot hold Bengali: ${cure}.`,
    );
  }
  if (!facts.letters || facts.words === 0) {
    throw new StartError(
      `The database does not take Bengali letters for letters, so that search would fail: ${cure}.`,
    );
  }
  if (facts.collations === 0) {
    throw new StartError(
      'The database server has no collation bn-x-icu, so that Bengali names would be sorted wrongly: use a PostgreSQL that is built with ICU.',
    );
  }
  return facts.durable
    ? []
    : [
        'fsync, full_page_writes or synchronous_commit is off: a power cut can lose payments that were confirmed',
      ];
}

async function connectPatiently(url: string): Promise<pg.Client> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code } = error as { code?: string };
      const comesUp = code === 'ECONNREFUSED' || code === '57P03';
      if (!comesUp || performance.now() > deadline)
        throw unreachable(url, error as Error & { code?: string });
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Names the server, never the password. */
function unreachable(url: string, error: Error & { code?: string }): StartError {
  const { host, pathname } = new URL(url);
  const reason = error.message || error.code || 'no answer';
  return new StartError(
    `The database ${decodeURIComponent(pathname.slice(1))} at ${decodeURIComponent(host)} cannot be reached (${reason}): start it or correct DATABASE_URL.`,
  );
}
