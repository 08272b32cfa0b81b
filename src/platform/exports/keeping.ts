/** A list whose files are kept as they are sent. */
import type { Readable } from 'node:stream';
import type { ExportRow } from './cells.ts';

/** One file that is being made. */
export type Keeping = {
  /** Each row that is written into it, as the query gave it. */
  note(row: ExportRow): Promise<void>;
  /** The whole file; it is sent when this is done, and not at all if this throws. */
  keep(content: Readable, mediaType: string): Promise<void>;
  /** It was not made, kept or sent: who asked for it left, or an error came. Also called after `keep`; throws nothing. */
  broke(): Promise<void>;
};
