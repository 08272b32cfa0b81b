/**
 * What the domains to the right tell about consumers and do for them. Each plugs its piece into a
 * point (points.ts): the register shows, finds, merges and deletes without knowing whose tables these are.
 */
import type { Actor } from '#platform/actor.ts';
import type { Db, Sql, Tx } from '#platform/database/db.ts';
import type { Holding } from './contract.ts';

export type Merge = { fromId: string; intoId: string };

/**
 * A claim that is undone: the account, the entry that it claimed, its own entry, and since when they were one.
 * @property intoId which of the two entries was left then
 * @property moved the ids of what the claim moved
 */
export type UndoneClaim = {
  userId: string;
  claimedId: string;
  accountId: string;
  since: string;
  intoId: string;
  moved: readonly string[];
};

/** A domain whose records name consumers. */
export type Holder = {
  /** What belongs to the consumer known under these ids; kinds without any may be left out. */
  holdings: (db: Db | Tx, ids: readonly string[]) => Promise<Holding[]>;
  /**
   * Moves what can still change to the other consumer, and gives its ids. Facts (bills, payments, journals) are never
   * rewritten.
   * @param only these of it: what another merge had moved goes back
   */
  move?: (tx: Tx, actor: Actor, merge: Merge, only?: readonly string[]) => Promise<string[]>;
  /**
   * Ends the rights that the claimant gave away in the name of the claimed entry, and takes what their account made since then to
   * their own entry. The entries are two again already.
   */
  undo?: (tx: Tx, actor: Actor, claim: UndoneClaim) => Promise<void>;
};

export type ConsumerParts = {
  holders: readonly Holder[];
  connections: {
    /** How many a consumer has. @param id expression of the consumer's id */
    count: (id: Sql) => Sql;
    /** SELECT of the ids of consumers with a connection there. */
    inSector: (sectorId: string) => Sql;
    /** SELECT of the ids of consumers whose connection, plot or meter is written so; undefined if none can be. */
    searched: (text: string) => Sql | undefined;
    /** SELECT of the id of the consumer whose connection has exactly this number. */
    numbered: (number: string) => Sql;
    /** True if a meter that is read like this number is at a connection of theirs today. @param id as above */
    hasMeter: (id: Sql, number: string) => Sql;
  };
  dues: {
    /** What a consumer's connections owe. @param id expression of the consumer's id */
    dueMinor: (id: Sql) => Sql;
    /** SELECT of the ids of consumers with a bill unpaid after its due day. */
    inArrears: (today: string) => Sql;
    /** True if this is the number of the newest bill of a connection of theirs. @param id as above */
    isLastBill: (id: Sql, number: string) => Sql;
  };
};

/** What belongs to a consumer, from all domains. */
export async function holdingsOf(
  db: Db | Tx,
  { holders }: ConsumerParts,
  ids: readonly string[],
): Promise<Holding[]> {
  return (await Promise.all(holders.map((holder) => holder.holdings(db, ids)))).flat();
}
