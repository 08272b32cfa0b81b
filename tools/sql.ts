/**
 * `npm run sql -- "select …"`: asks the database as the owner of its tables: that of DATABASE_URL, or that of the data folder
 * (DATA_DIR), whether a program runs on it or not. Without a statement it prints the address for psql.
 */
import pg from 'pg';
import { reachDatabase } from './reach-database.ts';

async function answer(statement: string): Promise<void> {
  const { url, isOurs, stop } = await reachDatabase();
  try {
    if (statement) return await print(url, statement);
    if (isOurs) throw new Error('No program runs on this data folder: start one, or give a statement.');
    console.log(url);
  } finally {
    await stop();
  }
}

async function print(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows, rowCount } = await client.query(statement);
    console.table(rows);
    console.log(`${rowCount} rows`);
  } finally {
    await client.end();
  }
}

try {
  await answer(process.argv.slice(2).join(' '));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
