/** A form is not sent while a file of it is on its way, or waits for the network: it would go without the file. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Counts the files under way of the form around; null outside of forms. */
export const FilesUnderWay = createContext<((change: 1 | -1) => void) | null>(null);

/** For the form: how many of its files are under way, and what its upload fields tell it by. */
export function useFilesUnderWay() {
  const [count, setCount] = useState(0);
  const tell = useCallback((change: 1 | -1) => setCount((count) => count + change), []);
  return { count, tell };
}

/** Tells the form around, also when the upload field is taken away. */
export function useUnderWay(isUnderWay: boolean): void {
  const tell = useContext(FilesUnderWay);
  useEffect(() => {
    if (!isUnderWay || !tell) return;
    tell(1);
    return () => tell(-1);
  }, [isUnderWay, tell]);
}
