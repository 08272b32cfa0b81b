/** What people call a record: each domain names its own tables, and screens with records of all kinds ask here. */
import type { Sql } from './database/db.ts';
import { point } from './face.ts';

export type RecordNames = {
  /** SELECT of the name of the record with this id; no row if none has it. @param id an expression */
  named: (id: Sql) => Sql;
  /** The name of a record whose id is no uuid, such as a month; undefined if the id is of another kind. */
  plain?: (id: string) => string | undefined;
  /** SELECT of the ids, as text, of records with this number, as people type it. */
  numbered?: (number: string) => Sql;
};

/** The records of a domain. */
export const recordNames = point<RecordNames>('platform.record-names');
