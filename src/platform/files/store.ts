/** The store of uploaded files' bytes. Two drivers: a local folder, and an S3-compatible store. */
import type { Readable } from 'node:stream';

/** What a signed link hands out: the headers are part of what is signed. */
export type LinkTo = { key: string; fileName: string; mediaType: string; inline: boolean; bytes: number };

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

export type FileStore = {
  /** Stores the whole stream under the key, or nothing. */
  put(key: string, content: Readable, mediaType: string): Promise<void>;
  /** Streams it or a part of it; throws FileMissing if there is none. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes it; nothing happens if there is none. */
  remove(key: string): Promise<void>;
  /** An address that opens the file without a session until `now` + `seconds`. */
  link(to: LinkTo, now: Date, seconds: number): Promise<string>;
  /** Whether it takes and gives files now. Says so within the time of the signal, or never. */
  answers(signal: AbortSignal): Promise<boolean>;
  close(): void;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** `attachment; filename="…"; filename*=UTF-8''…`, so that Bengali names arrive (RFC 6266). */
export function contentDisposition(fileName: string, inline = false): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
