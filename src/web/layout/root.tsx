/** Around every page: the page loader, the document's title, whatever is asked or said (confirm, toasts, panel). */
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { webConfig } from '../config.ts';
import { downloadHistory } from '../downloads.ts';
import { usePersisted } from '../persisted.ts';
import { useLanguage, useTexts } from '../texts.ts';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageLoader } from './page-loader.tsx';

const DownloadsPanel = lazy(() =>
  import('./downloads-panel.tsx').then((file) => ({ default: file.DownloadsPanel })),
);

/** "Sectors | <company>" (spec §2). */
function usePageTitle() {
  const language = useLanguage();
  const t = useTexts('common');
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const isMissing = useRouterState({
    select: ({ matches, statusCode }) =>
      statusCode === 404 || matches.some(({ status }) => status === 'notFound'),
  });
  const name = isMissing ? t('screens.not_found_title') : title?.[language];
  useEffect(() => {
    const company = webConfig().companyName;
    document.title = name ? `${name} | ${company}` : company;
  }, [name]);
}

export function Root() {
  usePageTitle();
  const downloads = usePersisted(downloadHistory);
  return (
    <>
      <PageLoader />
      <OfflineBanner />
      <Suspense>
        <Outlet />
      </Suspense>
      <ConfirmHost />
      <Suspense>{downloads.open ? <DownloadsPanel /> : null}</Suspense>
    </>
  );
}
