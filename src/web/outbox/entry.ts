/** What a phone keeps until the server has it: one call, with the key it was given when it was put in. */
import type { ErrorParams, FieldError } from '#shared/errors.ts';

/** The call, as plain data: the program may be a newer one when it is sent. */
type StoredInput = { params?: object; query?: object; body?: object };

type Refusal = { status: number; code: string; params: ErrorParams; fields: FieldError[] };

/**
 * refused: the server does not take it. conflict: somebody else changed the record first. Both wait for the person. draft: a form that is
 * being filled in and of which the server keeps nothing before it is complete; it is never sent.
 */
type EntryState = 'waiting' | 'refused' | 'conflict' | 'draft';

export type Entry = {
  /** Its idempotency key, too. */
  id: string;
  /** Whose it is: shown to and sent for nobody else. */
  account: string;
  /** The order in which entries were put in. */
  order: number;
  /** Name of its way (`way.ts`). */
  way: string;
  /** The record: what concerns one record is sent one after the other. */
  record: string;
  /** Of the same record and slot only the newest counts. */
  slot?: string;
  /** Goes after everything else of its record. */
  isLast: boolean;
  input: StoredInput;
  file?: { field: string; name: string; blob: Blob };
  /** The form's own values, for the form that is opened again. */
  typed?: unknown;
  /** What the server had of it at that version: the form that is opened again sees by it whether somebody else changed it. */
  madeFrom?: unknown;
  /** The version of the record that it was made from. */
  version: number;
  /** The call names that version, and is refused if the record has another one. */
  isVersioned: boolean;
  /** How people call the record. */
  number: string;
  /** The page on which it was made. */
  page: string;
  bytes: number;
  madeAt: string;
  state: EntryState;
  refusal?: Refusal;
  /** It was sent and no answer told what became of it: its content stays as it is, and so does the entry. */
  isUncertain: boolean;
  failures: number;
  /** Not before (epoch milliseconds). */
  dueAt: number;
};

/** What the code that puts one in gives. */
export type NewEntry = Pick<
  Entry,
  'way' | 'record' | 'input' | 'version' | 'isVersioned' | 'number' | 'page'
> &
  Partial<Pick<Entry, 'slot' | 'isLast' | 'file' | 'typed' | 'madeFrom' | 'dueAt'>> & {
    isDraft?: boolean;
  };

/** A change of what is kept, made in one transaction. */
export type Change = { put?: readonly Entry[]; remove?: readonly string[] };
