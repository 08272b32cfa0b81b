/** The Recent Downloads list (spec §2 Header, §3): pure changes of its items. The newest 15 are kept (§9). */
export const DOWNLOADS_KEPT = 15;

/** The specification's download history item. */
export type DownloadItem = {
  id: string;
  name: string;
  /** Extension: pdf, xlsx, csv, … */
  fileExe: string;
  /** Bytes; 0 if the server could not say. */
  totalSize: number;
  receivedSize: number;
  /** Percent, 0 to 100. */
  progress: number;
  uploadSuccess: 'Pending' | 'Done' | 'Cancel';
  cancelDownload: boolean;
};

export type DownloadHistory = {
  items: DownloadItem[];
  open: boolean;
  minimised: boolean;
  /** The person asked for the list; else a download opened it, and a phone shows one line. */
  listed?: boolean;
};

export const NO_DOWNLOADS: DownloadHistory = { items: [], open: false, minimised: false };

function changeItem(history: DownloadHistory, id: string, change: Partial<DownloadItem>): DownloadHistory {
  return { ...history, items: history.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}

/** A new download on top; opens the panel. */
export function begin(history: DownloadHistory, id: string, name: string): DownloadHistory {
  const item: DownloadItem = {
    id,
    name,
    fileExe: name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '',
    totalSize: 0,
    receivedSize: 0,
    progress: 0,
    uploadSuccess: 'Pending',
    cancelDownload: false,
  };
  return {
    items: [item, ...history.items].slice(0, DOWNLOADS_KEPT),
    open: true,
    minimised: false,
    listed: false,
  };
}

/** The server's own name for the file. */
export function rename(history: DownloadHistory, id: string, name: string): DownloadHistory {
  return changeItem(history, id, { name });
}

/** Bytes came in. An estimated total may turn out too small: progress stays below 100 until the end. */
export function receive(
  history: DownloadHistory,
  id: string,
  received: number,
  total: number,
): DownloadHistory {
  const progress = total > 0 ? Math.min(99, Math.floor((received / total) * 100)) : 0;
  return changeItem(history, id, { receivedSize: received, totalSize: Math.max(total, 0), progress });
}

export function finish(history: DownloadHistory, id: string, size: number): DownloadHistory {
  return changeItem(history, id, {
    receivedSize: size,
    totalSize: size,
    progress: 100,
    uploadSuccess: 'Done',
  });
}

export function cancel(history: DownloadHistory, id: string): DownloadHistory {
  return changeItem(history, id, { uploadSuccess: 'Cancel', cancelDownload: true });
}

export function remove(history: DownloadHistory, id: string): DownloadHistory {
  return { ...history, items: history.items.filter((item) => item.id !== id) };
}

/** After a reload: what no tab is receiving any more will never end. */
export function settle(history: DownloadHistory, running: ReadonlySet<string>): DownloadHistory {
  const items = history.items.map((item) =>
    item.uploadSuccess === 'Pending' && !running.has(item.id)
      ? { ...item, uploadSuccess: 'Cancel' as const, cancelDownload: true }
      : item,
  );
  return { ...history, items };
}
