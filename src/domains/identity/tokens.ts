/**
 * Id- and access tokens: EdDSA, one fixed algorithm and key, no personal data. A token alone opens nothing:
 * every request also reads the session row, so that a sign-out or a withdrawn right counts at once.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import type { Secrets } from '#platform/secrets/secrets.ts';

const ISSUER = 'jolkol';
const ALGORITHM = 'EdDSA';
export const TOKEN_MINUTES = 60;

export type TokenUse = 'id' | 'access' | `proof:${string}`;
export type TokenClaims = { sub: string; sid: string; exp: number };

/** Signs and verifies one installation's tokens. */
export type Tokens = {
  sign(use: TokenUse, subject: string, sessionId: string, now: Date): Promise<string>;
  /** Undefined for anything but a token of this use that is in force. */
  verify(use: TokenUse, token: string, now: Date): Promise<TokenClaims | undefined>;
  /** Whose a token is, in force or not: enough to end its session, for nothing else. */
  named(use: TokenUse, token: string): Promise<TokenClaims | undefined>;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VERIFIED_MAX = 10_000;

export function makeTokens(secrets: Secrets): Tokens {
  const { d, ...publicJwk } = secrets.tokenKey;
  const privateKey = importJWK({ ...publicJwk, d }, ALGORITHM);
  const publicKey = importJWK(publicJwk, ALGORITHM);
  // A signature is checked once per token and process; expiry is looked at each time.
  const verified = new Map<string, TokenClaims>();
  return {
    sign: async (use, subject, sessionId, now) => {
      const seconds = Math.floor(now.getTime() / 1000);
      return new SignJWT({ token_use: use, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(subject)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + TOKEN_MINUTES * 60)
        .sign(await privateKey);
    },
    verify: async (use, token, now) => {
      const key = `${use} ${token}`;
      const known = verified.get(key);
      if (known) return known.exp * 1000 > now.getTime() ? known : undefined;
      const claims = await checked(use, token, await publicKey, { currentDate: now }).catch(() => undefined);
      if (!claims) return undefined;
      if (verified.size >= VERIFIED_MAX) verified.clear();
      verified.set(key, claims);
      return claims;
    },
    named: async (use, token) =>
      checked(use, token, await publicKey, { clockTolerance: Number.MAX_SAFE_INTEGER }).catch(
        () => undefined,
      ),
  };
}

async function checked(
  use: TokenUse,
  token: string,
  key: Awaited<ReturnType<typeof importJWK>>,
  at: { currentDate: Date } | { clockTolerance: number },
): Promise<TokenClaims | undefined> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: ISSUER,
    ...at,
    requiredClaims: ['sub', 'sid', 'exp', 'token_use'],
  });
  if (payload.token_use !== use) return undefined;
  const { sub, sid, exp } = { sub: String(payload.sub), sid: String(payload.sid), exp: Number(payload.exp) };
  // Those of sessions name rows; a proof names a phone.
  return use.startsWith('proof:') || (UUID.test(sub) && UUID.test(sid)) ? { sub, sid, exp } : undefined;
}

/** A new refresh token: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a refresh token. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What is stored of a one-time code: bound to phone and purpose by the key of the installation. */
export function codeHash(secrets: Secrets, parts: readonly string[]): Buffer {
  return createHmac('sha256', secrets.pepper).update(parts.join('\n')).digest();
}

/** Encrypts a refresh token for its predecessor's grace (AES-256-GCM: nonce, tag, text). */
export function seal(secrets: Secrets, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secrets), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Reverses `seal`. */
export function unseal(secrets: Secrets, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secrets), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

function sealingKey(secrets: Secrets): Buffer {
  return createHash('sha256').update(`seal\n${secrets.pepper}`).digest();
}
