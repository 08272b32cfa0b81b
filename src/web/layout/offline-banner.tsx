import { useSyncExternalStore } from 'react';
import { useTexts } from '../texts.ts';
import style from './root.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the network is away, so that nobody takes old figures for new ones. */
export function OfflineBanner() {
  const t = useTexts('common');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return online ? null : (
    <div role="status" className={style.offline}>
      {t('frame.offline')}
    </div>
  );
}
