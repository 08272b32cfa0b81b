/**
 * `npm run sql -- "select …"`: asks the embedded database of a running program (DATA_DIR) as the owner of its tables;
 * without a statement it prints the address for psql.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { urls } from '#platform/database-server/roles.ts';

const dataFolder = resolve(process.env.DATA_DIR || 'data');
const { home, passwords } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8'));
const { owner } = urls(join(resolve(dataFolder, home), 'run'), passwords);
const statement = process.argv.slice(2).join(' ');
if (statement) {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  try {
    const { rows, rowCount } = await client.query(statement);
    console.table(rows);
    console.log(`${rowCount} rows`);
  } finally {
    await client.end();
  }
} else console.log(owner);
