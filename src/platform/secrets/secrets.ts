/**
 * Secrets of one installation: made at the first start, kept in a file that only its owner can read, never in
 * the database or the log.
 */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { type Db, one, sql } from '../database/db.ts';
import { StartError } from '../start/start-error.ts';

const secretsSchema = z.object({
  /** Ed25519 private key (JWK) that signs Id- and access tokens. */
  tokenKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
  /** 256 bits: hashes one-time codes, signs file links, encrypts a refresh token's successor for its grace. */
  pepper: z.string().min(43),
  /** Keys of the vault, the newest first (docs/operations.md); without any, one is made from the pepper. */
  vault: z
    .array(z.object({ id: z.string().min(1).max(40), key: z.string().regex(/^[\w-]{43}$/) }))
    .optional(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** Fresh random secrets. */
export function makeSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519');
  return secretsSchema.parse({
    tokenKey: privateKey.export({ format: 'jwk' }),
    pepper: randomBytes(32).toString('base64url'),
  });
}

const fileOf = (dataFolder: string) => join(dataFolder, 'secrets.json');

/** Undefined if the data folder has none. */
async function readSecrets(dataFolder: string): Promise<Secrets | undefined> {
  const text = await readFile(fileOf(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : secretsSchema.parse(JSON.parse(text));
}

/** Reads the secrets of a data folder; makes them at the first start. */
export async function loadSecrets(dataFolder: string): Promise<Secrets> {
  const kept = await readSecrets(dataFolder);
  if (kept) return kept;
  const file = fileOf(dataFolder);
  const secrets = makeSecrets();
  await mkdir(dataFolder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(draft, file);
  return secrets;
}

/** What secrets leave in the database that they are used with. Nothing of them can be found from it. */
function markOf({ tokenKey, pepper }: Secrets): string {
  return createHmac('sha256', pepper).update(`secrets mark\n${tokenKey.x}`).digest('base64url');
}

const IF_LOST = 'If it is lost, docs/operations.md ("Lost secrets") says what to do.';
const otherSecrets = (dataFolder: string) =>
  new StartError(
    `${fileOf(dataFolder)} is not the one that this database was used with: copy the secrets.json of the other processes, or of the backup, to this place. ${IF_LOST}`,
  );

/**
 * Refuses a start before anything is written to the database or to the data folder: without the secrets.json that the database
 * was used with, or with another one. Throws StartError.
 */
export async function refuseOtherSecrets(ownerUrl: string, dataFolder: string): Promise<void> {
  const mark = await markIn(ownerUrl);
  if (mark === undefined) return;
  const secrets = await readSecrets(dataFolder);
  if (!secrets) {
    throw new StartError(
      `${fileOf(dataFolder)} is missing, and this database was used with one: copy the secrets.json of the other processes, or of the backup, to this place. ${IF_LOST}`,
    );
  }
  if (markOf(secrets) !== mark) throw otherSecrets(dataFolder);
}

/** Undefined before the first start, and for a database that is older than the mark. */
async function markIn(ownerUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('platform.secrets_mark') is not null as found",
    );
    if (!tables[0]?.found) return undefined;
    const { rows } = await client.query<{ mark: string }>('select mark from platform.secrets_mark');
    return rows[0]?.mark;
  } finally {
    await client.end();
  }
}

/**
 * Refuses a start over a database that another secrets.json has served; compares again with what another start has
 * written since. The first start leaves its mark. Throws StartError.
 */
export async function checkSecrets(db: Db, secrets: Secrets, dataFolder: string): Promise<void> {
  const own = markOf(secrets);
  const { mark } = await one<{ mark: string }>(
    db,
    // The update changes nothing: it gives the mark that is there, also one that another start writes at this moment.
    sql`insert into platform.secrets_mark (mark) values (${own})
      on conflict (only_row) do update set only_row = excluded.only_row returning mark`,
  );
  if (mark !== own) throw otherSecrets(dataFolder);
}
