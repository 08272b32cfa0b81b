/** A consumer chooses one of their applications; bills, payments and tickets then show only its own (spec §2). */
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../call.ts';
import { usePersisted } from '../persisted.ts';
import { type OwnApplication, selectedApplication } from '../session.ts';
import { useTexts } from '../texts.ts';
import { showError } from '../toast.ts';
import { wiring } from '../wiring.ts';
import style from './header.module.css';

/** Spec §9: all of a consumer's applications at once. */
const ALL = { limit: 5000, offset: 1 };
/** More options than this are found by typing. */
const OPTIONS_SHOWN = 100;

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
  const { data = [], isLoading, error } = useOwnApplications();
  useEffect(() => {
    if (error) void showError(new Error('unexpected'));
  }, [error]);
  const label = (one: OwnApplication) =>
    t('frame.application', { sector: one.sectorNo, road: one.smallRoadNo, plot: one.plotNo });
  return (
    <Select
      className={style.selector}
      aria-label={t('frame.select_application')}
      placeholder={isLoading ? t('frame.loading') : t('frame.select_application')}
      nothingFoundMessage={isLoading ? t('frame.loading') : t('frame.no_application')}
      data={data.map((one) => ({ value: one.applicationId, label: label(one) }))}
      value={selected?.applicationId ?? null}
      onChange={(id) => selectedApplication.write(data.find((one) => one.applicationId === id) ?? null)}
      searchable
      clearable
      limit={OPTIONS_SHOWN}
      size="sm"
    />
  );
}
