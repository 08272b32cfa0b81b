/**
 * `npm run audit-verify`: walks the chain of seals over the audit and login logs and names the first row that was
 * changed, deleted or inserted; exit code 1 then. Reads DATABASE_URL or the data folder (DATA_DIR), running or not.
 *   -- --head=<position:hash>   also compares with a head that was sent out earlier; may be given several times
 */
import { parseArgs } from 'node:util';
import { findingLine, type Head, headText, parseHead } from '#domains/logs/chain/findings.rules.ts';
import { verifyChain } from '#domains/logs/chain/verify-chain.ts';
import { first, openDatabase, sql } from '#platform/database/db.ts';
import { reachDatabase } from './reach-database.ts';

function wantedHeads(): Head[] {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true } } });
  return (values.head ?? []).map((text) => {
    const head = parseHead(text);
    if (!head) throw new Error(`${text} is no head: it looks like 1234:9f86d0… (64 hexadecimal digits)`);
    return head;
  });
}

async function verify(): Promise<number> {
  const heads = wantedHeads();
  const { url, stop } = await reachDatabase();
  const database = openDatabase(url, { max: 1, name: 'jolkol-audit-verify' });
  try {
    const sealed = await first<{ found: boolean }>(
      database.db,
      sql`select to_regclass('logs.audit_heads') is not null as found`,
    );
    if (!sealed?.found) throw new Error('These logs have no seals yet: start this version of Jolkol once.');
    const started = performance.now();
    const { rows, waiting, head, findings } = await verifyChain(database.db, heads);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${rows} sealed rows compared in ${seconds} s, ${waiting} wait for their seal.`);
    if (head) console.log(`Head: ${headText(head)}`);
    const [worst, ...others] = findings;
    if (!worst) {
      console.log('The logs are as they were written.');
      return 0;
    }
    console.error(`TOUCHED. The first: ${findingLine(worst)}`);
    for (const finding of others) console.error(`  also: ${findingLine(finding)}`);
    return 1;
  } finally {
    await database.close();
    await stop();
  }
}

try {
  process.exitCode = await verify();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
