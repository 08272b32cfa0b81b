/** What the composition root (`src/browser.tsx`) gives to the machinery: the domains' pages, menu and few calls. */
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Words } from '#shared/words.ts';
import type { TypedAhead } from './layout/palette-shell.tsx';
import type { JoinedPages } from './navigation/join-pages.ts';
import type { StaffNames } from './navigation/pages.ts';
import type { Way } from './outbox/way.ts';
import type { SessionEndpoints } from './session/keep-session.ts';
import type { Counters, OwnApplication, Profile } from './session/session.ts';
import type { TextLoaders } from './texts/texts.ts';
import type { ListPreferences } from './ui/list/views/preferences.ts';

type Shape = z.ZodType;
/** A GET endpoint whose answer can be read as T. */
type Answering<T> = Endpoint<Shape, Shape, Shape, z.ZodType<T>>;
export type SignInAgainProps = {
  /** Whose page it is. */
  person: Profile;
  /** The page stays as it is, without a session. */
  later: () => void;
  /** What was typed is given up. */
  leave: () => void;
};
export type Wiring = JoinedPages & {
  /** What only staff have of the three, loaded when a person needs it. */
  staffPages: () => Promise<JoinedPages & { staffNames: StaffNames }>;
  texts: TextLoaders;
  /** The words of every domain. */
  words: () => Promise<Words>;
  session: () => Promise<SessionEndpoints>;
  /** GET /counter-items. */
  counters: () => Promise<Answering<Counters>>;
  /** GET /support_ticket/owners: a consumer's own applications. */
  ownApplications: () => Promise<Answering<{ items: OwnApplication[] }>>;
  /** The command palette and the bell's list, which know the domains' records. */
  palette: () => Promise<ComponentType<{ close: () => void; ahead?: TypedAhead | undefined }>>;
  bell: () => Promise<ComponentType<{ close: () => void }>>;
  /** How what is unsent is sent (`outbox/way.ts`). */
  outboxWays: () => Promise<readonly Way[]>;
  /** Asks for the password over a page whose session is over. */
  signInAgain: () => Promise<ComponentType<SignInAgainProps>>;
  /** GET /tariff/categories: applications ask for one, but tariffs belong to a later domain. */
  tariffCategories: () => Promise<Answering<{ items: TariffCategory[] }>>;
  listPreferences: () => Promise<ListPreferenceEndpoints>;
  /** GET /role: whom a saved view may be for. */
  roles: () => Promise<Answering<{ items: { code: string; name: string }[] }>>;
};
/** How a person arranges lists, on the server. */
export type ListPreferenceEndpoints = { read: Answering<ListPreferences> } & Record<
  'saveDensity' | 'saveLayout' | 'chooseDefault' | 'createView' | 'changeView' | 'deleteView' | 'pinView',
  Endpoint
>;
export type TariffCategory = { code: string; nameEn: string; nameBn: string };

let current: Wiring | null = null;

export function wire(wiring: Wiring) {
  current = wiring;
}

export function wiring(): Wiring {
  if (!current) throw new Error('wire() was not called');
  return current;
}
