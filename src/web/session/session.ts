/**
 * The stored login session, under the specification's keys (§3): userData, userProfileData, userPermission and
 * counterData. A session is there when userData is; without a profile or its role nobody counts as signed in.
 */
import { useSyncExternalStore } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import type { Who } from '../navigation/pages.ts';
import { type Persisted, persisted, usePersisted } from '../state/persisted.ts';
import type { Tokens } from './refresh-tokens.ts';

export type Profile = {
  id?: string;
  name?: string;
  /** Of a household, as the register of consumers has it. */
  nameBn?: string | null;
  email?: string | null;
  phone?: string | null;
  imageLink?: string | null;
  /** Role code: `admin`, `consumer`, `rajukAE`, … */
  role: string;
  roleName?: string | null;
  consumerId?: string | null;
  /** As the server remembers it. */
  language?: 'en' | 'bn';
};
export type PermissionItem = { match: string; features: { match: string }[] };
/** counterData: nested groups of numbers, as /counter-items sends them. */
export type Counters = { [key: string]: number | Counters };
/** The specification's consumer owner-application option. */
export type OwnApplication = {
  applicationId: string;
  customerId: string | null;
  /** Null until the application is connected. */
  connectionId?: string | null;
  access?: 'OWN' | 'SHARED' | 'FORMER';
  sectorNo: string;
  smallRoadNo: string;
  plotNo: string;
};

export const tokensSlice: Persisted<Tokens | null> = persisted<Tokens | null>('userData', null);
export const profileSlice: Persisted<Profile | null> = persisted<Profile | null>('userProfileData', null);
export const permissionSlice = persisted<PermissionItem[]>('userPermission', []);
export const counterSlice = persisted<Counters>('counterData', {});
/** The application that a consumer selected in the header; null shows all of theirs. */
export const selectedApplication = persisted<OwnApplication | null>('customerOwner', null);
/** What the person looked for and opened from the palette; goes with the session, because it holds names. */
export type RecentFinds = {
  texts: string[];
  records: { source: string; address: string; title: string; about: string }[];
};
export const recentFinds = persisted<RecentFinds>('recentFinds', { texts: [], records: [] });
/** When the tokens were saved (epoch milliseconds): the refresh is due about 50 minutes later. */
export const refreshedAt = persisted('userDataSavedAt', 0);

/** A signed-in person and their rights. */
export type Person = { profile: Profile; permissions: PermissionItem[] };
export type SignIn = Person & { tokens: Tokens };

/** Who was last known to be signed in: another tab may have removed it from the storage. */
let lastPerson: Person | null = null;

export function knownPerson(): Person | null {
  const profile = profileSlice.read();
  if (profile?.role) lastPerson = { profile, permissions: permissionSlice.read() };
  return lastPerson;
}

/** Keeps new tokens. */
export function saveTokens(tokens: Tokens) {
  refreshedAt.write(Date.now());
  tokensSlice.write(tokens);
}

/** Stores a fresh session. */
export function saveSession({ tokens, profile, permissions }: SignIn) {
  profileSlice.write(profile);
  permissionSlice.write(permissions);
  saveTokens(tokens);
}

/** Removes all that belongs to the person who was signed in. */
export function clearSession() {
  for (const slice of [
    tokensSlice,
    profileSlice,
    permissionSlice,
    counterSlice,
    selectedApplication,
    recentFinds,
    refreshedAt,
  ]) {
    slice.clear();
  }
  lastPerson = null;
}

/** Which kind of person a role is. */
export function whoIs(role: string): Exclude<Who, 'public'> {
  if (role === 'admin' || role === 'consumer') return role;
  return PLANNING_ROLES.includes(role) ? 'planning' : 'staff';
}

/** The signed-in person, or null. A session without profile or role is cleared (spec §4). */
export function readPerson(): Profile | null {
  if (!tokensSlice.read()) return null;
  const profile = profileSlice.read();
  if (profile?.role) return profile;
  clearSession();
  return null;
}

/** The permission words of a stored list: an item's `match` is the module, a feature's the word within it. */
export function grantedWords(items: readonly PermissionItem[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) =>
      item.features.map(({ match }) => (match.includes(':') ? match : `${item.match}:${match}`)),
    ),
  );
}

/**
 * Whose page it is while their session is over (session-end.ts): another person who signs in in another tab is not shown
 * here, and the page does not go with the stored session.
 */
let held: Person | null = null;
const heldListeners = new Set<() => void>();

export function holdPerson(person: Person | null) {
  held = person;
  for (const listener of heldListeners) listener();
}

function subscribeHeld(listener: () => void) {
  heldListeners.add(listener);
  return () => heldListeners.delete(listener);
}

function useHeld(): Person | null {
  return useSyncExternalStore(
    subscribeHeld,
    () => held,
    () => null,
  );
}

/** The profile of the person whose page this is; re-renders when it changes. */
export function useProfile(): Profile | null {
  const stored = usePersisted(profileSlice);
  return useHeld()?.profile ?? stored;
}

/** The same person's permissions. */
export function usePermissions(): PermissionItem[] {
  const stored = usePersisted(permissionSlice);
  return useHeld()?.permissions ?? stored;
}

/** Asks whether the signed-in person was granted a word: for showing a button; the server decides. */
export function useMay(): (permission: Permission) => boolean {
  const role = useProfile()?.role;
  const words = grantedWords(usePermissions());
  return (permission) => role === 'admin' || words.has(permission);
}
