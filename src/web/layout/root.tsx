/** Around every page: the page loader, the document's title, all that is asked or shown (confirm, toasts, panel). */
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { downloadHistory } from '../calls/downloads.ts';
import { useSessionEnd } from '../session/session-end.ts';
import { usePersisted } from '../state/persisted.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';
import { useCompanyName } from '../texts/use-company-name.ts';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { Banners } from './banners.tsx';
import { PageLoader } from './screens/page-loader.tsx';

const DownloadsPanel = lazy(() =>
  import('./downloads-panel.tsx').then((file) => ({ default: file.DownloadsPanel })),
);

const DownloadsLine = lazy(() =>
  import('./downloads-panel.tsx').then((file) => ({ default: file.DownloadsLine })),
);

/** A panel would cover what a thumb needs. */
const PHONE = '(max-width: 48em)';

const SessionEnded = lazy(() =>
  import('./session-ended.tsx').then((file) => ({ default: file.SessionEnded })),
);

/** "Sectors | <company>" (spec §2). */
function usePageTitle() {
  const language = useLanguage();
  const t = useTexts('common');
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  // A guard's refusal is a match of status notFound; an unknown path matches nothing that has a title.
  const isRefused = useMatches({ select: (matches) => matches.some(({ status }) => status === 'notFound') });
  const name = title && !isRefused ? title[language] : t('screens.not_found_title');
  const company = useCompanyName();
  useEffect(() => {
    document.title = name ? `${name} | ${company}` : company;
  }, [name, company]);
}

export function Root() {
  usePageTitle();
  const downloads = usePersisted(downloadHistory);
  const end = useSessionEnd();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isLine = isPhone && !downloads.listed;
  return (
    <>
      <PageLoader />
      <Banners />
      <Suspense>{downloads.open && isLine ? <DownloadsLine /> : null}</Suspense>
      <Suspense>
        <Outlet />
      </Suspense>
      <ConfirmHost />
      <Suspense>{downloads.open && !isLine ? <DownloadsPanel /> : null}</Suspense>
      <Suspense>{end ? <SessionEnded end={end} /> : null}</Suspense>
    </>
  );
}
