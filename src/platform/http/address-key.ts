/** Whom an address is counted as: a household has 2^64 addresses of IPv6 and one of IPv4. */
import { isIPv6 } from 'node:net';

/** IPv4 as it is, also in the form ::ffff:1.2.3.4; of IPv6 the first 64 bits. */
export function addressKey(ip: string): string {
  const plain = ip.split('%')[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  return isIPv6(plain) ? `${wordsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The eight words of an IPv6 address, without leading zeros. */
export function wordsOf(ip: string): string[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip);
  const [a = 0, b = 0, c = 0, d = 0] = (dotted?.slice(1) ?? []).map(Number);
  const text = dotted
    ? `${ip.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    : ip;
  const [head = '', tail] = text.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((word) => word !== ''));
  const missing = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array(Math.max(missing, 0)).fill('0'), ...(after ?? [])].map((word) =>
    Number.parseInt(word, 16).toString(16),
  );
}
