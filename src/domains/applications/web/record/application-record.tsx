/** One application with all that staff know and may do about it. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordPage, RecordSkeleton, type RecordTab } from '#web/ui/record/record-page.tsx';
import { type ApplicationDetail, getApplication } from '../../contract.ts';
import { History } from '../history/history.tsx';
import { SurveyTab } from '../visit/survey-tab.tsx';
import { StateOf } from '../words.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { NocTab } from './noc-tab.tsx';
import { NoteTab } from './note-tab.tsx';
import { PartsTab } from './parts-tab.tsx';
import { useRecordActions } from './use-record-actions.ts';
import { Waiting } from './waiting.tsx';

const ConnectionTab = onDemand(() => import('./connection-tab.tsx').then((file) => file.ConnectionTab));
const Notice = onDemand(() => import('./notice.tsx').then((file) => file.Notice));
const StepDialog = onDemand(() => import('./step-dialog.tsx').then((file) => file.StepDialog));

export function ApplicationRecord() {
  const id = usePathParam();
  const found = useAnswer(getApplication, { params: { id } });
  if (found.error && !found.data) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <Application key={id} application={found.data} />;
}

/** The amount or the day that matters now. */
function useFigure(application: ApplicationDetail) {
  const t = useTexts('applications');
  const { money, day } = useFormats();
  const { state, totalMinor, dueAt, expiresOn } = application;
  if (state === 'READY_TO_PAY' && totalMinor !== null) {
    return {
      label: expiresOn ? t('record.to_pay_until', { day: day(expiresOn) }) : t('record.to_pay'),
      value: money(totalMinor - (application.paidMinor ?? 0)),
    };
  }
  const refund = application.demandNotes.find((note) => note.refundState);
  if (refund?.refundState) {
    return { label: t(`refund_states.${refund.refundState}`), value: money(refund.refundableMinor) };
  }
  if (state === 'RECORRECTION' && expiresOn)
    return { label: t('record.correct_until'), value: day(expiresOn) };
  return dueAt ? { label: t('record.due'), value: day(dueAt) } : undefined;
}

function Application({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const place = usePlace();
  const nameIn = useNameIn();
  const may = useMay();
  const figure = useFigure(application);
  const { shown, more, step, setStep } = useRecordActions(application);
  const current = application.documents.filter((document) => document.state !== 'REPLACED');
  // Their parts are in the answer for who has these words only (pipeline/open-parts.ts).
  const survey: RecordTab = {
    id: 'survey',
    title: t('tabs.survey'),
    content: () => <SurveyTab application={application} />,
  };
  const note: RecordTab = {
    id: 'note',
    title: t('tabs.note'),
    count: application.demandNotes.length || undefined,
    content: () => <NoteTab application={application} />,
  };
  const connection: RecordTab = {
    id: 'connection',
    title: t('tabs.connection'),
    content: () => <ConnectionTab application={application} />,
  };
  const tabs: RecordTab[] = [
    { id: 'parts', title: t('tabs.parts'), content: () => <PartsTab application={application} /> },
    ...(application.documentsOpen
      ? [
          {
            id: 'documents',
            title: t('tabs.documents'),
            count: current.length,
            content: () => <DocumentsTab application={application} ask={() => setStep('recorrection')} />,
          },
        ]
      : []),
    { id: 'noc', title: t('tabs.noc'), content: () => <NocTab application={application} /> },
    ...(may('applications:view') ? [survey] : []),
    ...(may('demand-notes:view') ? [note] : []),
    ...(may('applications:view') ? [connection] : []),
  ];
  return (
    <>
      <RecordPage
        {...(application.number ? { number: application.number } : {})}
        title={nameIn(application.applicantName, application.applicantNameBn) || t('record.nameless')}
        place={
          <>
            {place(application)}
            <br />
            <Waiting application={application} />
          </>
        }
        state={<StateOf row={application} />}
        {...(figure ? { figure } : {})}
        actions={shown}
        more={more}
        notice={<Notice application={application} />}
        tabs={tabs}
        aside={<History applicationId={application.id} />}
      />
      {step ? <StepDialog step={step} application={application} close={() => setStep(null)} /> : null}
    </>
  );
}
