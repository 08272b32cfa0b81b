/**
 * Every package of the lockfile has the hash of what it must be: what another registry or a changed package gives is then
 * refused by npm. The one exception are builds of a program's own binaries for machines that are not ours: npm writes them
 * down by version, and the registry from which this lockfile was made does not offer them, so nobody can hash them here.
 * Each belongs to a package that has its hash, in the same version. A lockfile made elsewhere may have their hashes too.
 */
import { readSource } from '../source-files.ts';

type Locked = { version?: string; integrity?: string; link?: boolean; optional?: boolean };
type Lockfile = { packages: Record<string, Locked> };

/** The packages whose builds for other machines may be without a hash: the start of their names, and the package. */
export const BUILDS: Record<string, string> = {
  'node_modules/@biomejs/cli-': 'node_modules/@biomejs/biome',
  'node_modules/@myriaddreamin/typst-ts-node-compiler-': 'node_modules/@myriaddreamin/typst-ts-node-compiler',
  'node_modules/@oxc-parser/binding-': 'node_modules/oxc-parser',
};
/** The machine on which the tests and the image run: its builds are hashed like everything else. */
const OURS = /-linux-x64(?:-gnu)?$/;
const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Packages that npm would take without looking at what it got. */
export function unhashed({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([name, locked]) => {
    if (name === '' || locked.link || HASH.test(locked.integrity ?? '')) return [];
    return isForeignBuild(packages, name, locked)
      ? []
      : [`package-lock.json: ${name} has no sha512 hash (integrity)`];
  });
}

function isForeignBuild(packages: Lockfile['packages'], name: string, locked: Locked): boolean {
  const [, parent = ''] = Object.entries(BUILDS).find(([start]) => name.startsWith(start)) ?? [];
  const { version } = packages[parent] ?? {};
  return (
    locked.integrity === undefined &&
    locked.optional === true &&
    !OURS.test(name) &&
    version === locked.version
  );
}

export function hashedPackages(): { problems: string[]; packages: number; foreign: number } {
  const lockfile = JSON.parse(readSource('package-lock.json')) as Lockfile;
  const all = Object.entries(lockfile.packages);
  const foreign = all.filter(([name, { integrity, link }]) => name && !integrity && !link).length;
  return { problems: unhashed(lockfile), packages: all.length - 1, foreign };
}
