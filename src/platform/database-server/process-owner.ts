/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged uid. That uid must be able to enter every
 * folder above its files; under a root home (0700) it cannot.
 */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** uid and gid of `nobody` on usual Linux systems; no passwd entry is needed to run as it. */
const UNPRIVILEGED = 65534;

/** Whom PostgreSQL runs as; undefined: as we do. */
export type Owner = { uid: number; gid: number } | undefined;

/** The unprivileged owner if we are root. */
export function databaseOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : undefined;
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
