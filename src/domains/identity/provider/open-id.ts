/**
 * The one file that knows the OpenID Connect library: authorization code with PKCE, state and nonce. Anything that goes
 * wrong becomes one of three refusals: not reached, refused by the provider, or an answer that does not fit.
 */
import * as openId from 'openid-client';
import type { ProviderSettings } from '#platform/platform.ts';
import { AppError, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

const SCOPE = 'openid email';
const TIMEOUT_SECONDS = 10;
/** Keys and addresses of the provider are looked up again after this. */
const DISCOVERY_LIFE_MS = 3_600_000;

/** What belongs to one way there and back. */
export type Checks = { state: string; nonce: string; verifier: string };
export type Outside = { issuer: string; subject: string; email: string | undefined; isVerified: boolean };

export type Provider = {
  name: string;
  begin(returnTo: string): Promise<Checks & { address: string }>;
  /** @param returned the address that the browser came back to */
  finish(returned: URL, checks: Checks): Promise<Outside>;
};

/** The provider of the program's settings; nothing is asked of it before somebody signs in. */
export function openIdProvider(settings: ProviderSettings): Provider {
  let found: { at: number; configuration: Promise<openId.Configuration> } | undefined;
  const configuration = () => {
    if (!found || Date.now() - found.at > DISCOVERY_LIFE_MS) {
      const looked = discover(settings);
      found = { at: Date.now(), configuration: looked };
      looked.catch(() => {
        found = undefined;
      });
    }
    return found.configuration;
  };
  return {
    name: settings.name,
    begin: (returnTo) =>
      named(async () => {
        const checks = {
          state: openId.randomState(),
          nonce: openId.randomNonce(),
          verifier: openId.randomPKCECodeVerifier(),
        };
        const address = openId.buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnTo,
          scope: SCOPE,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openId.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return { ...checks, address: address.href };
      }),
    finish: (returned, checks) => named(async () => exchange(await configuration(), returned, checks)),
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<openId.Configuration> {
  const address = new URL(issuer);
  // Without TLS only on this machine: the settings refuse anything else.
  const options =
    address.protocol === 'http:'
      ? { execute: [openId.allowInsecureRequests], timeout: TIMEOUT_SECONDS }
      : { timeout: TIMEOUT_SECONDS };
  const way = clientSecret ? openId.ClientSecretBasic(clientSecret) : openId.None();
  return openId.discovery(address, clientId, undefined, way, options);
}

async function exchange(
  configuration: openId.Configuration,
  returned: URL,
  checks: Checks,
): Promise<Outside> {
  const tokens = await openId.authorizationCodeGrant(configuration, returned, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw fail(errors.provider_invalid);
  // Some providers tell the e-mail on the second question only.
  const about =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof about.email === 'string' ? about.email.toLowerCase() : undefined,
    isVerified: about.email_verified === true,
  };
}

/** Runs the work; what the library throws becomes a refusal of ours. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof openId.AuthorizationResponseError) throw fail(errors.provider_denied);
    throw fail(isAway(error) ? errors.provider_away : errors.provider_invalid);
  }
}

/** No answer, too late, or an answer that says so. */
function isAway(error: unknown): boolean {
  const { cause, name, code } = error as { cause?: unknown; name?: string; code?: string };
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) return true;
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return true;
  if (cause instanceof Response) return cause.status >= 500;
  return cause instanceof Error && isAway(cause);
}
