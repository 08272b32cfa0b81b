/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged user of its own. That uid must be able to enter every
 * folder above its files; under a root home (0700) it cannot.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start/start-error.ts';

/** The system user that PostgreSQL runs as when root starts it. Nothing else on the machine runs as it. */
export const DATABASE_USER = 'jolkol-postgres';

/** uid and gid of `nobody` on usual Linux systems. Older versions ran PostgreSQL as it. */
export const NOBODY = { uid: 65534, gid: 65534 } as const;

/** Whom PostgreSQL runs as; undefined: as we do. */
export type Owner = { uid: number; gid: number } | undefined;

let made: Owner;

/** The unprivileged owner if we are root: a user of its own, which the first start makes. */
export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined;
  made ??= findUser() ?? makeUser();
  return made;
}

function findUser(): Owner {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${DATABASE_USER}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** A system user without a home, a shell and a password. Two starts at once: the one that comes later finds it. */
function makeUser(): NonNullable<Owner> {
  const tries: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false']],
  ];
  const problems: string[] = [];
  // These programs are in folders that a short PATH leaves out.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    for (const [program, options] of tries) {
      const { error, stderr } = spawnSync(program, [...options, DATABASE_USER], { env, encoding: 'utf8' });
      const user = findUser();
      if (user) return user;
      problems.push(`${program}: ${error?.message ?? stderr.trim()}`);
    }
    // Another program holds the lock of /etc/passwd.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the user ${DATABASE_USER} cannot be made (${problems.at(-1)}): make it with "useradd --system ${DATABASE_USER}", or start Jolkol as an ordinary user.`,
  );
}

function allows(path: string, owner: NonNullable<Owner>, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

/** True if the owner may enter `folder` and all folders above it. */
export function canEnter(folder: string, owner: Owner): boolean {
  if (!owner) return true;
  const parent = dirname(folder);
  return (parent === folder || canEnter(parent, owner)) && allows(folder, owner, 0o1);
}

/** True if the owner can run the programs in `folder`. */
export function canRun(folder: string, owner: Owner): boolean {
  if (!owner) return true;
  return (
    canEnter(join(folder, 'bin'), owner) &&
    canEnter(join(folder, 'lib'), owner) &&
    allows(join(folder, 'bin', 'postgres'), owner, 0o5) &&
    allows(join(folder, 'share', 'postgresql', 'postgres.bki'), owner, 0o4)
  );
}
