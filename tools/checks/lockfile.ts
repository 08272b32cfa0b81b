/**
 * Every package of the lockfile has the hash of what it must be: what another registry or a changed package gives is then
 * refused by npm. Builds for other machines have theirs too: if npm writes them down without, ask the registry for each
 * (`npm view <name>@<version> dist.integrity`).
 */
import { readSource } from '../source-files.ts';

type Lockfile = { packages: Record<string, { version?: string; integrity?: string; link?: boolean }> };

const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Packages that npm would take without looking at what it got. */
export function unhashed({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([name, { link, integrity }]) =>
    name === '' || link || HASH.test(integrity ?? '')
      ? []
      : [`package-lock.json: ${name} has no sha512 hash (integrity)`],
  );
}

export function hashedPackages(): { problems: string[]; packages: number } {
  const lockfile = JSON.parse(readSource('package-lock.json')) as Lockfile;
  return { problems: unhashed(lockfile), packages: Object.keys(lockfile.packages).length - 1 };
}
