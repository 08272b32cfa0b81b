/** What is wrong with the connection, and that maintenance is on: above everything and never over what has the focus. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useServerAway } from '../calls/server-state.ts';
import { onConfig, webConfig } from '../config.ts';
import { GoLink } from '../navigation/go.tsx';
import { worksInMaintenance } from '../session/maintenance.ts';
import { useTexts } from '../texts/texts.ts';
import style from './root.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The network of this machine, or the server behind it: two sentences, because people can help with the first. Then maintenance. */
export function Banners() {
  const t = useTexts('common');
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const away = useServerAway();
  const inMaintenance = useSyncExternalStore(
    onConfig,
    () => webConfig().maintenance && worksInMaintenance(),
    () => false,
  );
  const problem = online ? away && t('frame.server_away') : t('frame.offline');
  const message = problem || (inMaintenance && t('frame.maintenance'));
  return (
    <div role="status" data-banner={message ? '' : undefined} className={message ? style.banner : undefined}>
      {message ? (
        <>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
          {message}
          {problem ? null : <GoLink to="/configuration/website">{t('frame.maintenance_change')}</GoLink>}
        </>
      ) : null}
    </div>
  );
}
