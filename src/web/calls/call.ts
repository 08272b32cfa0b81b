/**
 * The one way to the services: a typed call of a contract's endpoint. Bearer IdToken and `Accept-Language: en`
 * on every request (spec §6), an Idempotency-Key on every one that changes something. 403: `with-session.ts`.
 * 402: the specified toast. Everything else refused throws a CallError.
 */
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { reloadConfig, webConfig } from '../config.ts';
import { seeRights } from '../session/rights.ts';
import { profileSlice, tokensSlice } from '../session/session.ts';
import { showError } from '../state/toast.ts';
import { CallError } from './call-error.ts';
import { signalChange } from './change-signals.ts';
import { loadErrorTexts } from './error-text.ts';
import { takeFirstCall } from './first-call.ts';
import { randomKey } from './random-key.ts';
import { isAway, suspectServer } from './server-state.ts';
import { withSession } from './with-session.ts';

export type CallOptions = {
  /** One per intent: the same for every repetition of the same wish. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** No toast for 402: the screen shows it in place. */
  quiet?: boolean;
  /** Also after the page is gone. A browser takes at most 64 kB in all that way. */
  keepalive?: boolean;
  /** Files of a multipart endpoint, sent behind the body's fields. */
  files?: Record<string, Blob>;
  /** Whose wish it is: nobody else's session sends it. */
  as?: string;
};

/** The address of a call. Undefined, null and empty query values are left out. */
export function addressOf(endpoint: Endpoint, input: EndpointInput<Endpoint>): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `${webConfig().services[endpoint.service]}${path}${text ? `?${text}` : ''}`;
}

/** JSON, or the form's parts if the endpoint takes files. */
export function bodyOf(
  endpoint: Endpoint,
  body: unknown,
  files?: Record<string, Blob>,
): string | FormData | undefined {
  if (endpoint.kind !== 'multipart') return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files ?? {})) {
    form.append(name, file, file instanceof File ? file.name : name);
  }
  return form;
}

/** The headers of every request. */
export function headersOf(endpoint: Endpoint, body: unknown, idempotencyKey: string): Record<string, string> {
  const token = tokensSlice.read()?.IdToken;
  return {
    'Accept-Language': 'en',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

/** What came back, of a usual call or of an upload. */
export type Answered = {
  status: number;
  header(name: string): string | null;
  /** The body that was read as JSON; it may throw. */
  body(): unknown;
};

/** A refused answer as a CallError. */
async function refusal({ status, header, body }: Answered): Promise<CallError> {
  // What the menu and the buttons were made of is no longer true.
  if (status === 402) signalChange('rights');
  const { error } = (await Promise.resolve()
    .then(body)
    .catch(() => ({}))) as { error?: object };
  const wait = Number(header('Retry-After') ?? Number.NaN);
  const refused = new CallError(status, error, Number.isFinite(wait) ? wait : undefined);
  // Forms show it at once: another domain than that of the page may have refused.
  await loadErrorTexts([refused.code, ...refused.fields.map(({ code }) => code)]);
  return refused;
}

/**
 * What every answer tells beside its content: whether the rights are others now, and if it refuses, what the frame shows of
 * that. Throws what was refused.
 */
export async function throwRefused(answer: Answered, { quiet = false } = {}): Promise<void> {
  seeRights((name) => answer.header(name));
  if (answer.status >= 200 && answer.status < 300) return;
  const error = await refusal(answer);
  if (error.code === commonErrors.under_maintenance.code) void reloadConfig();
  else if (isAway(error.status)) void suspectServer();
  if (error.status === 402 && !quiet) showError(error);
  throw error;
}

/** Sends once. A network failure becomes a CallError of status 0; an aborted call stays an AbortError. */
async function send(endpoint: Endpoint, input: EndpointInput<Endpoint>, options: CallOptions, key: string) {
  const body = bodyOf(endpoint, input.body, options.files);
  const address = addressOf(endpoint, input);
  const token = tokensSlice.read()?.IdToken;
  const headers = headersOf(endpoint, body, key);
  // Read after the token, which is stored after the profile: it is of nobody else.
  if (options.as !== undefined && profileSlice.read()?.id !== options.as)
    throw new CallError(commonErrors.not_signed_in.status, commonErrors.not_signed_in);
  try {
    const asked = endpoint.method === 'GET' ? takeFirstCall(address, token) : undefined;
    if (asked) return await asked;
    return await fetch(address, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    void suspectServer();
    throw new CallError(0);
  }
}

/** Sends, with the refresh and the toast of the specification's §7; resolves to an accepted response. */
export async function request(
  endpoint: Endpoint,
  input: EndpointInput<Endpoint>,
  options: CallOptions = {},
): Promise<Response> {
  const key = options.idempotencyKey ?? randomKey();
  const response = await withSession(endpoint, () => send(endpoint, input, options, key), options.signal);
  await throwRefused(
    {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: () => response.json(),
    },
    options,
  );
  return response;
}

/** Calls an endpoint; resolves to what is below `data`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> = {},
  options: CallOptions = {},
): Promise<EndpointAnswer<E>> {
  const response = await request(endpoint, input as EndpointInput<Endpoint>, options);
  try {
    const answer = (await response.json()) as { data: EndpointAnswer<E> };
    return answer.data;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // The network broke behind the headers: what the call did is as unknown as if none had come.
    throw new CallError(0);
  }
}
