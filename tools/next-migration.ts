/** The file of the next migration: numbers go up by one, names say what a migration does. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

/** Path of the next migration, from the project's folder. */
export function nextMigration(name: string): string {
  const numbers = readdirSync(join(ROOT, 'migrations')).map((file) => Number(file.slice(0, 4)) || 0);
  const next = Math.max(0, ...numbers) + 1;
  return `migrations/${String(next).padStart(4, '0')}_${name}.sql`;
}
