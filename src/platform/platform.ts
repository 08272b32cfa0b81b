/** What outlives a request: made once by the composition root and handed to each domain's `routes` and `jobs`. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Database, Db, Tx } from './database/db.ts';
import type { Exports } from './exports/exports.ts';
import type { Files } from './files/receive.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { GatewaySettings } from './start/gateway-settings-schema.ts';

export type Platform = {
  database: Database;
  exports: Exports;
  clock: Clock;
  secrets: Secrets;
  files: Files;
  log: Logger;
  /** Address under which browsers reach this program, without a slash at the end. */
  publicUrl: string;
  /** What the environment says about sending; the screens' own configuration goes before it. */
  sending: Sending;
  /** The outside OpenID Connect provider that staff may sign in with, if there is one. */
  signInProvider?: ProviderSettings | undefined;
  /** The ways to pay online. */
  gateways: Gateways;
  /** The environment says MAINTENANCE=on: no screen switches it off. */
  inMaintenance?: boolean;
};

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  /** Without one the program is a public client: PKCE alone. */
  clientSecret?: string;
  /** What the button on the login page calls it. */
  name: string;
};

export type Sending = {
  /** Networks that may be reached although they are private. */
  privateHosts: readonly string[];
  /** Hosts of the environment's mail server and gateway, to be shown. */
  programHosts: { email: string | null; sms: string | null };
  /** A demo without a gateway: SMS are shown on the screen instead. */
  simulatesSms?: (db: Db | Tx) => Promise<boolean>;
};

export type Gateways = Omit<GatewaySettings, 'simulated'> & {
  /** Address of the billing service, at which gateways call us. */
  callbackUrl: string;
  /** Played by simulators: a demo never reaches a bank. */
  simulates: (db: Db | Tx) => Promise<boolean>;
};
