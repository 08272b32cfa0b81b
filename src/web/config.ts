/** What /config.json says: the services' addresses, what the utility is called, whether the site is under maintenance. */

import type { Service } from '#shared/endpoint.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';

export type OwnPicture = { address: string; width: number; height: number };

export type WebConfig = {
  services: Record<Service, string>;
  companyName: string;
  /** Its Bengali name. */
  companyNameBn?: string;
  maintenance: boolean;
  timeZone: string;
  /** Shown on the maintenance and error screens. */
  supportPhone?: string;
  /** Shortest passwords, which the settings say. */
  passwordLengths?: { staff: number; consumer: number };
  /** What the outside provider is called that staff may sign in with; absent if there is none. */
  signInProvider?: string;
  /** The ways to pay online, in the order in which they are shown; none: nobody pays online. */
  gateways?: readonly GatewayName[];
  /** Texts of the configuration's website; empty if nobody wrote any. */
  website?: {
    /** Which people may choose, the first one first. */
    languages?: readonly ('en' | 'bn')[];
    logo?: OwnPicture | null;
    favicon?: OwnPicture | null;
    footer: Record<'en' | 'bn', string>;
    supportHours: Record<'en' | 'bn', string>;
    maintenance: Record<'en' | 'bn', string>;
    links: { facebook: string; youtube: string };
  };
};

let current: WebConfig = {
  services: {
    main: '/api/main',
    billing: '/api/billing',
    role: '/api/role',
    wallet: '/api/wallet',
    social: '/api/social',
  },
  companyName: 'Jolkol',
  maintenance: false,
  timeZone: DEFAULT_TIME_ZONE,
};

/** Takes what the server says. */
export function takeConfig(loaded: Partial<WebConfig>) {
  current = { ...current, ...loaded, services: { ...current.services, ...loaded.services } };
}

/** The server wrote it into the document; a document from elsewhere (while developing) asks for it. */
export async function loadConfig(): Promise<void> {
  const written = globalThis.document?.getElementById('config')?.textContent;
  if (written) takeConfig(JSON.parse(written));
  else await askForConfig();
}

/** A server that does not answer leaves what is known, and the first call reports it. */
let asked: Promise<void> | undefined;

/** Many calls may be refused at once: they ask once. */
function askForConfig(): Promise<void> {
  asked ??= ask().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/config.json', { cache: 'no-store' });
    if (answer.ok) takeConfig(await answer.json());
  } catch {
    // offline: the screen still comes up and says so with its first call
  }
}

const listeners = new Set<() => void>();

/** Somebody changed the utility's name or texts: they are shown at once, in this browser without a new start. */
export async function reloadConfig(): Promise<void> {
  await askForConfig();
  for (const listener of listeners) listener();
}

/** For useCompanyName. */
export function onConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The languages that people may choose; the first one is for people who chose none. */
export function offeredLanguages(): readonly ('en' | 'bn')[] {
  return current.website?.languages ?? ['en', 'bn'];
}

export function webConfig(): WebConfig {
  return current;
}

/** What the utility is called in a language. */
export function companyName(language: 'en' | 'bn'): string {
  return (language === 'bn' && current.companyNameBn) || current.companyName;
}
