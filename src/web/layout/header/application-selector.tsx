/**
 * A consumer chooses one of their applications; bills, payments and tickets then show only its own (spec §2). The
 * platform's own list is what a thumb knows; with more options than one scrolls through, a list to search in.
 */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '../../calls/call.ts';
import { CallError } from '../../calls/call-error.ts';
import { type OwnApplication, selectedApplication } from '../../session/session.ts';
import { usePersisted } from '../../state/persisted.ts';
import { showError } from '../../state/toast.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { wiring } from '../../wiring.ts';
import style from './header.module.css';

const ApplicationSearch = lazy(() =>
  import('./application-search.tsx').then((file) => ({ default: file.ApplicationSearch })),
);
/** More than this are searched, not scrolled through. */
const SCROLLED = 60;

/** Spec §9: all of a consumer's applications at once. */
const ALL = { limit: 5000, offset: 1 };

/** The consumer's own applications. */
export function useOwnApplications() {
  return useQuery<OwnApplication[]>({
    queryKey: ['own-applications'],
    queryFn: async () =>
      (await call(await wiring().ownApplications(), { query: ALL }, { quiet: true })).items,
    // Spec §8: a failure is told at once. The page's own calls are repeated; this one comes again with the next page.
    retry: false,
  });
}

/** Two on one plot are told apart by their numbers. */
function labelled(
  all: readonly OwnApplication[],
  label: (application: OwnApplication, isTwin: boolean) => string,
) {
  const place = ({ sectorNo, smallRoadNo, plotNo }: OwnApplication) => [sectorNo, smallRoadNo, plotNo].join();
  const counts = Map.groupBy(all, place);
  return all.map((application) => ({
    value: application.applicationId,
    label: label(application, (counts.get(place(application))?.length ?? 0) > 1),
  }));
}

export function ApplicationSelector() {
  const t = useTexts('common');
  const selected = usePersisted(selectedApplication);
  const { data, isLoading, error } = useOwnApplications();
  useEffect(() => {
    // Spec §8: the generic message, for any error.
    if (error) void showError(new CallError(500));
  }, [error]);
  // What was selected may have got a connection meanwhile, or be nobody's of this person any more.
  useEffect(() => {
    const chosen = selectedApplication.read();
    if (!data || !chosen) return;
    const now = data.find(({ applicationId }) => applicationId === chosen.applicationId) ?? null;
    if (JSON.stringify(now) !== JSON.stringify(chosen)) selectedApplication.write(now);
  }, [data]);
  const { digits } = useFormats();
  const options = labelled(data ?? [], (application, isTwin) => {
    const place = t('frame.application', {
      sector: digits(application.sectorNo),
      road: digits(application.smallRoadNo),
      plot: digits(application.plotNo),
    });
    const more = [
      ...(isTwin && application.customerId ? [digits(application.customerId)] : []),
      ...(application.access === 'SHARED' ? [t('frame.application_shared')] : []),
      ...(application.access === 'FORMER' ? [t('frame.application_former')] : []),
    ];
    return more.length > 0 ? `${place} (${more.join(', ')})` : place;
  });
  const choose = (id: string) =>
    selectedApplication.write(data?.find((application) => application.applicationId === id) ?? null);
  const first = isLoading
    ? t('frame.loading')
    : data?.length === 0
      ? t('frame.no_application')
      : t('frame.select_application');
  if (options.length > SCROLLED) {
    return (
      <Suspense>
        <ApplicationSearch
          label={t('frame.select_application')}
          none={first}
          options={options}
          chosen={selected?.applicationId ?? ''}
          choose={choose}
        />
      </Suspense>
    );
  }
  return (
    <NativeSelect
      className={style.selector}
      name="application"
      size="sm"
      aria-label={t('frame.select_application')}
      disabled={!data || data.length === 0}
      value={selected?.applicationId ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[{ value: '', label: first }, ...options]}
    />
  );
}
