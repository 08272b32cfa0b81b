/** A real OpenID Connect provider on this machine, and a person who signs in to it without a browser. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type Visitor = {
  subject: string;
  email?: string;
  /** What the provider says about the e-mail; left out: nothing. */
  verified?: boolean;
  /** Refuses if consent is asked for. */
  deny?: boolean;
};

const LIFE_SECONDS = { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 };

/** @param options the one address that the provider sends people back to */
export async function startProvider(options: { returnTo: string }) {
  const secret = randomBytes(24).toString('hex');
  const people = new Map<string, Visitor>();
  let codeLife_s = 60;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'jolkol',
        client_secret: secret,
        redirect_uris: [options.returnTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        application_type: options.returnTo.startsWith('https') ? 'web' : 'native',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: [secret] },
    // biome-ignore lint/correctness/noComponentHookFactories: the life of a code is no component
    ttl: { ...LIFE_SECONDS, AuthorizationCode: () => codeLife_s },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => {
        const { email, verified } = people.get(subject) ?? {};
        return {
          sub: subject,
          ...(email && { email }),
          ...(verified !== undefined && { email_verified: verified }),
        };
      },
    }),
  });
  const answer = provider.callback();
  let visitor: Visitor | undefined;
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const finish = (result: object) => provider.interactionFinished(request, response, result);
    if (visitor?.deny) return finish({ error: 'access_denied' });
    if (prompt.name === 'login') return finish({ login: { accountId: visitor?.subject } });
    const known = grantId ? await provider.Grant.find(grantId) : undefined;
    const of = { accountId: session?.accountId, clientId: String(params.client_id) };
    const grant = known ?? new provider.Grant(of);
    grant.addOIDCScope('openid email');
    return finish({ consent: { grantId: await grant.save() } });
  };
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else answer(request, response);
  });
  return {
    issuer,
    secret,
    /** Follows the provider from its address until it sends back; gives the query of the address it sends to. */
    async signIn(address: string, who: Visitor): Promise<string> {
      visitor = who;
      people.set(who.subject, who);
      const cookies = new Map<string, string>();
      for (let at = new URL(address); ; ) {
        if (at.href.startsWith(options.returnTo)) return at.search.slice(1);
        const reply = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const next = reply.headers.get('location');
        if (!next) throw new Error(`${at.pathname} answered ${reply.status}: ${await reply.text()}`);
        at = new URL(next, at);
      }
    },
    /** How long the codes are valid that it gives out from now on. */
    letCodesLive(seconds: number): void {
      codeLife_s = seconds;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
