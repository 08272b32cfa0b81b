/** Reads a .tar.gz: the texts of its plain files by path. Long names of GNU and pax archives included. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

const text = (bytes: Buffer) => bytes.toString('utf8').replace(/\0.*$/s, '');

export function readTarGz(path: string): Map<string, string> {
  const archive = gunzipSync(readFileSync(path));
  const files = new Map<string, string>();
  let longName = '';
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || '0', 8);
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    const type = String.fromCharCode(header[156] ?? 0);
    const prefix = text(header.subarray(345, 500));
    const name = text(header.subarray(0, 100));
    if (type === 'L') longName = text(content);
    else if (type === 'x') longName = /\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1] ?? '';
    else {
      const full = longName || (prefix ? `${prefix}/${name}` : name);
      if (type === '0' || type === '\0') files.set(full.replace(/^\.\//, ''), content.toString('utf8'));
      longName = '';
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
