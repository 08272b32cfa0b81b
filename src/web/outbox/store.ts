/**
 * The browser's own database of what is unsent. Each change reads and writes in one transaction, so that two tabs do not
 * overwrite each other's. A browser that gives no database keeps it in the page only, and so does a phone whose storage is full.
 */
import type { Change, Entry } from './entry.ts';
import { applied } from './queue.rules.ts';

const NAME = 'jolkol-outbox';
const ENTRIES = 'entries';
const BY_ACCOUNT = 'account';

export type Store = {
  /** Gives what is kept of this account afterwards. */
  change: (account: string, work: (entries: Entry[]) => Change) => Promise<Entry[]>;
  /** It outlives the page. */
  isLasting: boolean;
  /** The phone did not take all of this account: some of it is in this page only. */
  isFull: (account: string) => boolean;
};
/** Changes what the phone keeps, or throws and changes nothing. */
type Write = Store['change'];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES, { keyPath: 'id' }).createIndex(BY_ACCOUNT, 'account');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function changeIn(
  database: IDBDatabase,
  account: string,
  work: (entries: Entry[]) => Change,
): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ENTRIES, 'readwrite');
    const entries = transaction.objectStore(ENTRIES);
    const found = entries.index(BY_ACCOUNT).getAll(account);
    let after: Entry[] = [];
    found.onsuccess = () => {
      const kept = applied(found.result as Entry[], {});
      const change = work(kept);
      for (const id of change.remove ?? []) entries.delete(id);
      for (const entry of change.put ?? []) entries.put(entry);
      after = applied(kept, change);
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** For a browser without a database. */
export function memoryStore(): Store {
  const kept = new Map<string, Entry[]>();
  return {
    isLasting: false,
    isFull: () => false,
    async change(account, work) {
      const entries = kept.get(account) ?? [];
      const after = applied(entries, work(entries));
      kept.set(account, after);
      return after;
    },
  };
}

/** What the phone did not take of an account: the newest form of an entry, or null if the entry is gone. */
type Untaken = Map<string, Entry | null>;

const changeOf = (untaken: Untaken) => ({
  put: [...untaken.values()].filter((entry) => entry !== null),
  remove: [...untaken].filter(([, entry]) => entry === null).map(([id]) => id),
});

const idsOf = ({ put = [], remove = [] }: Change) => [...remove, ...put.map(({ id }) => id)];

/** Both changes as one, the second on top. */
function joined(first: Change, second: Change): Change {
  const changed = new Set(idsOf(second));
  return {
    put: [...(first.put ?? []).filter(({ id }) => !changed.has(id)), ...(second.put ?? [])],
    remove: [...(first.remove ?? []), ...(second.remove ?? [])],
  };
}

/**
 * A phone that takes what it has room for. The rest is in this page and is offered to the phone again with each change, so a full
 * phone prevents neither an entry nor its sending.
 */
export function phoneStore(write: Write): Store {
  const untakenOf = new Map<string, Untaken>();
  /** What an account saw last, for a phone that cannot even be read. */
  const seenBy = new Map<string, Entry[]>();
  /** One change after the other: an older text never takes the place of a newer one. */
  let turn: Promise<unknown> = Promise.resolve();

  async function take(account: string, work: (entries: Entry[]) => Change): Promise<Entry[]> {
    const untaken: Untaken = untakenOf.get(account) ?? new Map();
    untakenOf.set(account, untaken);
    const { put, remove } = changeOf(untaken);
    const decide = (kept: readonly Entry[]) => {
      const entries = applied(kept, { put, remove });
      const own = work(entries);
      return { own, after: applied(entries, own) };
    };
    let decided = decide(seenBy.get(account) ?? []);
    const isTaken = (offered: readonly Entry[]) =>
      write(account, (kept) => {
        decided = decide(kept);
        return joined({ put: offered, remove }, decided.own);
      }).then(
        () => true,
        () => false,
      );
    // First with all that waits for room, then this change alone: a large photo does not keep out a small figure.
    if (await isTaken(put)) untaken.clear();
    else if (put.length > 0 && (await isTaken([])))
      for (const id of [...remove, ...idsOf(decided.own)]) untaken.delete(id);
    else {
      for (const id of decided.own.remove ?? []) untaken.set(id, null);
      for (const entry of decided.own.put ?? []) untaken.set(entry.id, entry);
    }
    seenBy.set(account, decided.after);
    return decided.after;
  }
  return {
    isLasting: true,
    isFull: (account) => (untakenOf.get(account)?.size ?? 0) > 0,
    change(account, work) {
      const mine = turn.then(() => take(account, work));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

export async function openStore(): Promise<Store> {
  try {
    const database = await open();
    return phoneStore((account, work) => changeIn(database, account, work));
  } catch {
    return memoryStore();
  }
}
