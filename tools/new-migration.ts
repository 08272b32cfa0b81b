/** `npm run new-migration -- <name>`: the next numbered SQL file, forward only. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Say what it does, for example: npm run new-migration -- meters_seal_history');
  process.exit(1);
}
const last = Math.max(
  0,
  ...readdirSync(join(ROOT, 'migrations')).map((file) => Number(file.slice(0, 4)) || 0),
);
const file = join(ROOT, 'migrations', `${String(last + 1).padStart(4, '0')}_${name}.sql`);
writeFileSync(file, '-- What changes and why. Landed migrations are never edited.\n', { flag: 'wx' });
console.log(file);
