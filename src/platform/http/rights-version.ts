/** A short name for what somebody may do, made of what the session's own statement has read: no further question. */
import { createHash } from 'node:crypto';
import type { Actor } from '../actor.ts';

const LENGTH = 12;
const KEPT_MOST = 500;

/** By role and words as they were read: a role's words come in the same order until they change. */
const known = new Map<string, string>();

export function rightsVersion({ role, permissions }: Pick<Actor, 'role' | 'permissions'>): string {
  const read = `${role} ${[...permissions].join(' ')}`;
  const kept = known.get(read);
  if (kept) return kept;
  const version = createHash('sha256')
    .update(`${role} ${[...permissions].toSorted().join(' ')}`)
    .digest('base64url')
    .slice(0, LENGTH);
  if (known.size >= KEPT_MOST) known.clear();
  known.set(read, version);
  return version;
}
