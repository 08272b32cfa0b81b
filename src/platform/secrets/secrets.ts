/**
 * Secrets of one installation: made at the first start, kept in a file that only its owner can read, never in
 * the database or the log.
 */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Reads the secrets of a data folder; makes them at the first start. */
export async function loadSecrets(dataFolder: string): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return secretsSchema.parse(JSON.parse(text));
  const secrets = makeSecrets();
  await mkdir(dataFolder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(draft, file);
  return secrets;
}

/**
 * Refuses a start over a database that another secrets.json has served. The first start leaves its mark.
 * Throws StartError.
 */
export async function checkSecrets(db: Db, { tokenKey, pepper }: Secrets, dataFolder: string): Promise<void> {
  const own = createHmac('sha256', pepper).update(`secrets mark\n${tokenKey.x}`).digest('base64url');
  const { mark } = await one<{ mark: string }>(
    db,
    // The update changes nothing: it gives the mark that is there, also one that another start writes at this moment.
    sql`insert into platform.secrets_mark (mark) values (${own})
      on conflict (only_row) do update set only_row = excluded.only_row returning mark`,
  );
  if (mark === own) return;
  throw new StartError(
    `${join(dataFolder, 'secrets.json')} is not the one that this database was used with: copy the secrets.json of the other processes, or of the backup, to this place. If it is lost, docs/operations.md ("Lost secrets") says what to do.`,
  );
}
