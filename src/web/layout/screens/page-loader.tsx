/**
 * The specification's page loader: shown for 1000 ms from the start of a navigation, beside the loading and
 * never before it; the page shows as soon as it is there.
 */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import style from '../root.module.css';

const PAGE_LOADER_MS = 1000;

export function PageLoader() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [shownFor, setShownFor] = useState<string | null>(path);
  useEffect(() => {
    setShownFor(path);
    const timer = setTimeout(() => setShownFor(null), PAGE_LOADER_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return shownFor ? <div key={shownFor} className={style.loader} aria-hidden="true" /> : null;
}
