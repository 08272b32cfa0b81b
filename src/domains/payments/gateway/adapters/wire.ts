/**
 * How an adapter reaches its gateway. Calls go to hosts of an allow-list only, over TLS 1.2 or later, and follow no redirect; the page
 * that a gateway names for the payer is held to the same list. A simulator answers in the place of the network.
 */
import { isIP } from 'node:net';
import type { z } from 'zod';
import { ForbiddenHost, type OutgoingAnswer, sendOutgoing } from '#platform/messages/outgoing.ts';

export type WireCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
};
export type Wire = (call: WireCall) => Promise<Pick<OutgoingAnswer, 'status' | 'text'>>;

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 65_536;

/** True for an https address on one of the hosts, or below one of them. */
export function isOnHosts(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username } = new URL(url);
  if (protocol !== 'https:' || username !== '') return false;
  return hosts.some((host) => hostname === host || (isIP(hostname) === 0 && hostname.endsWith(`.${host}`)));
}

type Network = {
  hosts: readonly string[];
  /** Private networks that may be reached all the same. */
  allowed: readonly string[];
  tls?: { cert: string; key: string; ca?: string | undefined };
};

/** The network itself. */
export function networkWire({ hosts, allowed, tls }: Network): Wire {
  return async ({ method, url, headers, body = '' }) => {
    if (!isOnHosts(url, hosts)) throw new ForbiddenHost(`${new URL(url).host} is not a host of this gateway`);
    return sendOutgoing(url, {
      ...{ method, headers, body, allowed, tls },
      ...{ timeoutMs: TIMEOUT_MS, answerBytes: ANSWER_BYTES },
    });
  };
}

/** The JSON of an answer that has the form of the contract; another one is no answer. */
export async function askJson<S extends z.ZodType>(
  wire: Wire,
  call: WireCall,
  schema: S,
): Promise<z.output<S>> {
  const { status, text } = await wire(call);
  if (status < 200 || status > 299) throw new Error(`the gateway answered ${status}`);
  return schema.parse(JSON.parse(text));
}

export const postJson = (url: string, content: object, headers: Record<string, string> = {}): WireCall => ({
  ...{ method: 'POST', url, body: JSON.stringify(content) },
  headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
});

export const postForm = (url: string, fields: Record<string, string>): WireCall => ({
  ...{ method: 'POST', url, body: new URLSearchParams(fields).toString() },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
});

/** The address of a page for the payer; one on another host is refused, so that a gateway's answer sends nobody elsewhere. */
export function pageOn(url: string, hosts: readonly string[], own?: string): string {
  const isOwn = own !== undefined && URL.canParse(url) && new URL(url).origin === new URL(own).origin;
  if (!isOwn && !isOnHosts(url, hosts)) throw new ForbiddenHost('the page is not on a host of this gateway');
  return url;
}
