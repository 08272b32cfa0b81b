/**
 * Connections to hosts that somebody typed on a screen: never into this machine or the networks around it, unless the
 * program's own settings allow it (guarantees API7). A name is resolved once and the connection goes to that address, so
 * that it cannot mean another one a moment later.
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { wordsOf } from '../http/address-key.ts';

/** The address is in a private network, or is this machine. */
export class ForbiddenHost extends Error {
  override name = 'ForbiddenHost';
}

/** The other side answered something that is no answer. */
export class NonsenseAnswer extends Error {
  override name = 'NonsenseAnswer';
}

/** Private, link-local, shared, test, multicast and reserved networks (IANA special-purpose registries). */
const PRIVATE = networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // With an IPv4 address in them: compatible (::a.b.c.d), translated (::ffff:0:a.b.c.d), local NAT64, Teredo, 6to4. Nobody
  // has a mail server there, and some routers send them on to the inner address.
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2001::/23', '2002::/16'],
  ...['100::/64', '2001:db8::/32', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]);

function networks(list: readonly string[]): BlockList {
  const found = new BlockList();
  for (const text of list) {
    const [address = '', prefix] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(prefix), family);
  }
  return found;
}

/** The well-known prefix of NAT64: networks without IPv4 reach a public server so. What counts is the address within. */
const NAT64 = networks(['64:ff9b::/96']);

function meant(address: string): string {
  if (isIP(address) !== 6 || !isIn(NAT64, address)) return address;
  const [high = 0, low = 0] = wordsOf(address)
    .slice(6)
    .map((word) => Number.parseInt(word, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const isIn = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * The address to connect to.
 * @param allowed addresses and networks that are private but may be reached
 */
export async function resolveOutgoing(host: string, allowed: readonly string[]): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [{ address: bare }] : await lookup(bare, { all: true });
  const open = networks(allowed);
  const bad = found.find(({ address }) => isIn(PRIVATE, meant(address)) && !isIn(open, meant(address)));
  if (bad) throw new ForbiddenHost(`${host} is ${bad.address}, which lies in a private network`);
  const address = found[0]?.address;
  if (!address) throw new Error(`${host} has no address`);
  return address;
}

export type OutgoingAnswer = { status: number; type: string; text: string };

/** Of an answer only the beginning is of use, unless the caller says how much of it. */
const ANSWER_BYTES = 4096;

type Outgoing = {
  /** Default: POST. */
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  answerBytes?: number;
  /** Who we are, if the other side asks for a certificate; and the authority that its own is checked by. */
  tls?: { cert: string; key: string; ca?: string | undefined } | undefined;
  /** Networks that may be reached although they are private; undefined: any, the address is the operator's own. */
  allowed?: readonly string[] | undefined;
};

/** Sends to an address; follows no redirect. */
export async function sendOutgoing(url: string, sending: Outgoing): Promise<OutgoingAnswer> {
  const { hostname, protocol, host } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const target = sending.allowed ? await resolveOutgoing(bare, sending.allowed) : bare;
  const { method = 'POST', answerBytes = ANSWER_BYTES } = sending;
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        host: target,
        headers: { ...sending.headers, Host: host, 'Content-Length': Buffer.byteLength(sending.body) },
        signal: AbortSignal.timeout(sending.timeoutMs),
        ...(sending.tls && { ...sending.tls, minVersion: 'TLSv1.2' as const }),
        ...(protocol === 'https:' && isIP(bare) === 0 ? { servername: bare } : {}),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        const end = () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString('utf8').slice(0, answerBytes),
          });
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes < answerBytes) return;
          end();
          answer.destroy();
        });
        answer.once('end', end).once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(sending.body);
  });
}
