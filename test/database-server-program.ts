/** A program that only runs a database server, to be killed by tests: `node test/database-server-program.ts <folder>`. */
import { startDatabaseServer } from '#platform/database-server/database-server.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const server = await startDatabaseServer({
  dataFolder: process.argv[2] ?? '',
  settings: { shared_buffers: '16MB' },
  log: { info: print, warn: print, error: print },
});
// Before the line that tests wait for: a signal that comes before its listener ends the program at once.
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
print(`ready ${server.ownerUrl}`);
