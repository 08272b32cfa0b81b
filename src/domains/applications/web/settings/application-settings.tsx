/** The settings of the pipeline: dated fees, and the hours, times and rules of the work. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePageName } from '#web/navigation/page-name.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getApplicationSettings } from '../../settings/contract.ts';
import { DeskSetup } from '../desk/desk-setup.tsx';
import { FeesSheet } from './fees-sheet.tsx';
import style from './settings.module.css';
import { WorkForm } from './work-form.tsx';

const POLL_MS = 2000;
const isMoving = (move: { doneAt: string | null } | null | undefined) => move?.doneAt === null;

export function ApplicationSettings() {
  const t = useTexts('settings');
  const name = usePageName();
  const may = useMay();
  const found = useAnswer(
    getApplicationSettings,
    {},
    { refetchInterval: ({ state }) => (isMoving(state.data?.deadlines.move) ? POLL_MS : false) },
  );
  if (found.error) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { data } = found;
  return (
    <div className={style.page}>
      <PageHead title={name ?? t('rules.applications.title')} about={t('rules.applications.about')} />
      <FeesSheet state={data} />
      <WorkForm settings={data.settings} version={data.version} deadlines={data.deadlines} />
      {may('noc:desks') ? <DeskSetup /> : null}
    </div>
  );
}
