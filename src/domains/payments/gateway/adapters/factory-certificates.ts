/** Certificates for servers and clients of tests, made when they are needed: no private key is in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** One value of DER: its tag, its length, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const SEQUENCE = 0x30;
const SHA256_WITH_ECDSA = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const time = (text: string) => der(0x17, Buffer.from(text));

/** A certificate that a name signs for itself, good for as long as tests are run; with its key. */
export function selfSigned(name: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const holder = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const facts = der(
    SEQUENCE,
    der(0x02, Buffer.from([1])),
    SHA256_WITH_ECDSA,
    holder,
    der(SEQUENCE, time('200101000000Z'), time('491231235959Z')),
    holder,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  const cert = der(SEQUENCE, facts, SHA256_WITH_ECDSA, signature);
  const lines = cert.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
