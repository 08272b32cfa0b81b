/** /config.json: the services' addresses, what the utility is called, whether the site is under maintenance. */

import type { Service } from '#shared/endpoint.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';

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
  /** Texts of the configuration's website; empty if nobody wrote any. */
  website?: {
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

/** Loads it once at start; a server that does not answer leaves the defaults, and the first call reports it. */
export async function loadConfig(): Promise<WebConfig> {
  try {
    const answer = await fetch('/config.json', { cache: 'no-store' });
    if (answer.ok) {
      const loaded = (await answer.json()) as Partial<WebConfig>;
      current = { ...current, ...loaded, services: { ...current.services, ...loaded.services } };
    }
  } catch {
    // offline: the screen still comes up and says so with its first call
  }
  return current;
}

const listeners = new Set<() => void>();

/** Somebody changed the utility's name or texts: they are shown at once, in this browser without a new start. */
export async function reloadConfig(): Promise<void> {
  await loadConfig();
  for (const listener of listeners) listener();
}

/** For useCompanyName. */
export function onConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function webConfig(): WebConfig {
  return current;
}

/** What the utility is called in a language. */
export function companyName(language: 'en' | 'bn'): string {
  return (language === 'bn' && current.companyNameBn) || current.companyName;
}
