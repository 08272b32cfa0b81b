/** `npm run new-migration -- <name>`: the next numbered SQL file, forward only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextMigration } from './next-migration.ts';
import { ROOT } from './source-files.ts';

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Say what it does, for example: npm run new-migration -- meters_seal_history');
  process.exit(1);
}
const file = join(ROOT, nextMigration(name));
writeFileSync(file, '-- What changes and why. Landed migrations are never edited.\n', { flag: 'wx' });
console.log(file);
