/**
 * A consumer chooses one of their applications; bills, payments and tickets then show only its own (spec §2). The
 * platform's own list: it opens at once with thousands of options and is what a thumb knows.
 */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../call.ts';
import { CallError } from '../call-error.ts';
import { usePersisted } from '../persisted.ts';
import { type OwnApplication, selectedApplication } from '../session.ts';
import { useTexts } from '../texts.ts';
import { showError } from '../toast.ts';
import { wiring } from '../wiring.ts';
import style from './header.module.css';

/** Spec §9: all of a consumer's applications at once. */
const ALL = { limit: 5000, offset: 1 };

/** The consumer's own applications. */
export function useOwnApplications() {
  return useQuery<OwnApplication[]>({
    queryKey: ['own-applications'],
    queryFn: async () =>
      (await call(await wiring().ownApplications(), { query: ALL }, { quiet: true })).items,
  });
}

export function ApplicationSelector() {
  const t = useTexts('common');
  const selected = usePersisted(selectedApplication);
  const { data, isLoading, error } = useOwnApplications();
  useEffect(() => {
    // Spec §8: the generic message, whatever went wrong.
    if (error) void showError(new CallError(500));
  }, [error]);
  const label = (one: OwnApplication) =>
    t('frame.application', { sector: one.sectorNo, road: one.smallRoadNo, plot: one.plotNo });
  const first = isLoading
    ? t('frame.loading')
    : data?.length === 0
      ? t('frame.no_application')
      : t('frame.select_application');
  return (
    <NativeSelect
      className={style.selector}
      size="sm"
      aria-label={t('frame.select_application')}
      disabled={!data || data.length === 0}
      value={selected?.applicationId ?? ''}
      onChange={(event) => {
        const id = event.currentTarget.value;
        selectedApplication.write(data?.find((one) => one.applicationId === id) ?? null);
      }}
      data={[
        { value: '', label: first },
        ...(data ?? []).map((one) => ({ value: one.applicationId, label: label(one) })),
      ]}
    />
  );
}
