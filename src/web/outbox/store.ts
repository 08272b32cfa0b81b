/**
 * The browser's own database of what is unsent. Each change reads and writes in one transaction, so that two tabs do not
 * overwrite each other's. A browser that gives no database keeps it in the page only.
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
};

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
    async change(account, work) {
      const entries = kept.get(account) ?? [];
      const after = applied(entries, work(entries));
      kept.set(account, after);
      return after;
    },
  };
}

export async function openStore(): Promise<Store> {
  try {
    const database = await open();
    return { isLasting: true, change: (account, work) => changeIn(database, account, work) };
  } catch {
    return memoryStore();
  }
}
