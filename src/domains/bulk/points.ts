/** What bulk actions need from domains to the right: the acts that can be done to many of their records. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { ListQuery } from '#platform/database/lists.ts';
import { point } from '#platform/face.ts';
import type { ErrorParams } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Name } from '#shared/words.ts';

/** A record as it is now. */
export type LookedAt = {
  id: string;
  version: number;
  /** What people call it, such as its number. */
  label: string;
  /** Why the act cannot be done to it now; null if it can. */
  refusal: { code: string; params?: ErrorParams } | null;
  /** Poisha that who does it agrees to: shown, sent with the record, and compared when it is done. */
  sumMinor?: Minor | undefined;
};

/** A record as the person saw it. */
export type BulkItem = { id: string; version: number; sumMinor?: number | undefined };

/** What the act is told beside the records. */
export type Told = Record<string, unknown>;

export type BulkAction = {
  /** `<domain>.<verb>` */
  name: string;
  /** As a button says it. */
  title: Name;
  /** Any of these words lets a person do it to one record. */
  permissions: readonly Permission[];
  told: z.ZodObject;
  /** The page of a record, for this person. */
  pathOf: (actor: Actor, id: string) => string;
  /** Records that the actor sees, with whether the act can be done. While a person still chooses, not everything is told. */
  look: (db: Db | Tx, actor: Actor, ids: readonly string[], told: Told) => Promise<LookedAt[]>;
  /**
   * Does it to one record, in a transaction of its own, as the single step does it: the same function, which locks, compares
   * the version and refuses.
   */
  take: (tx: Tx, actor: Actor, item: BulkItem, told: Told) => Promise<unknown>;
};

/** A list from which all rows of a filter can be chosen. */
export type BulkList = {
  /** Path of the list's endpoint. */
  path: string;
  permission: Permission;
  query: z.ZodType;
  /** Rows with an `id`, as the actor sees them. */
  list: (actor: Actor, query: never) => ListQuery;
};

/** What a domain offers. */
export type BulkPart = {
  actions: readonly BulkAction[];
  lists: readonly BulkList[];
  /** In words why a step is refused, by code: for files. Screens have the texts of their domain. */
  reasons: Readonly<Record<string, Name>>;
};

export const bulkParts = point<BulkPart>('bulk.parts');
