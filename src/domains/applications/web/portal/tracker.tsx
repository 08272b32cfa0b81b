/**
 * The progress of a submitted application: its stage, what comes next and until when, and what the applicant has to do.
 */
import { Button, Group } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { CopyNumber, Sheet } from '#web/ui/record/record-page.tsx';
import { type ApplicationDetail, updateState } from '../../contract.ts';
import { demandNotePdf } from '../../demand-note/contract.ts';
import { PART_NAMES } from '../../intake/parts.rules.ts';
import { letterPdf } from '../../letter/contract.ts';
import { certificatePdf, nocLetterPdf } from '../../papers/contract.ts';
import { History } from '../history/history.tsx';
import { useSlip } from '../papers/use-slip.ts';
import { PartFacts } from '../parts/part-facts.tsx';
import { nextOf, StateOf } from '../words.tsx';
import { Correction } from './correction.tsx';
import { Held } from './held.tsx';
import { OwnPapers } from './own-papers.tsx';
import { PayCard } from './pay-card.tsx';
import style from './portal.module.css';
import { ReceivedCard } from './received-card.tsx';
import { GoesBack, RefundCard } from './refund-card.tsx';
import { StageSteps } from './stage-steps.tsx';
import { useArrival } from './use-arrival.ts';

type TrackerProps = {
  application: ApplicationDetail;
  /** It was sent a moment ago, on this page. */
  isSent: boolean;
};

export function Tracker({ application, isSent }: TrackerProps) {
  const t = useTexts('applications');
  const place = usePlace();
  const { day } = useFormats();
  const { state, overlay, submittedAt } = application;
  const needsMe = state === 'RECORRECTION' || state === 'READY_TO_PAY';
  return (
    <div className={style.page}>
      <header className={style.head}>
        <div className={style.headLine}>
          {application.number ? <CopyNumber value={application.number} /> : null}
          <StateOf row={application} isOwn />
        </div>
        <h1>{t('tracker.title')}</h1>
        <p className={style.soft}>{place(application)}</p>
        {submittedAt ? (
          <p className={style.soft}>{t('tracker.submitted', { day: day(submittedAt) })}</p>
        ) : null}
      </header>
      {overlay ? <Held overlay={overlay} application={application} isOwn className={style.notice} /> : null}
      {state === 'PENDING' ? <ReceivedCard application={application} isSent={isSent} /> : null}
      {state === 'READY_TO_PAY' && !overlay ? <PayCard application={application} /> : null}
      {state === 'RECORRECTION' && !overlay ? <Correction application={application} /> : null}
      {needsMe || overlay ? null : (
        <NextStep application={application} isSent={isSent && state !== 'PENDING'} />
      )}
      <Remarks application={application} />
      <RefundCard application={application} />
      <GoesBack money={application.goesBack} />
      <Sheet title={t('tracker.way')}>
        <StageSteps application={application} />
      </Sheet>
      <Letters application={application} />
      <Answers application={application} />
      <Sheet>
        <History applicationId={application.id} />
      </Sheet>
      <Withdraw application={application} />
    </div>
  );
}

/** What happens next and by when. */
export function NextStep({
  application,
  isSent = false,
}: Partial<TrackerProps> & Pick<TrackerProps, 'application'>) {
  const heading = useArrival(isSent);
  const t = useTexts('applications');
  const { day } = useFormats();
  const { state, dueAt, visitOn, surveyState } = application;
  const next = nextOf(state, surveyState === 'SUBMITTED');
  const isLate = application.overdue;
  return (
    <section className={style.next} data-tone={state === 'CONNECTED' ? 'green' : 'blue'}>
      <h2 ref={heading} tabIndex={-1}>
        {t(`next.${next}.title`)}
      </h2>
      <p>{t(`next.${next}.text`)}</p>
      {visitOn && visitOn >= today() ? (
        <p className={style.strong}>{t('tracker.visit', { day: day(visitOn) })}</p>
      ) : null}
      {dueAt ? (
        <p className={style.strong}>{t(isLate ? 'tracker.late' : 'tracker.expected', { day: day(dueAt) })}</p>
      ) : null}
    </section>
  );
}

/** What the desks wrote for the applicant; a correction or a refusal is told above. */
function Remarks({ application: { remarks } }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { day } = useFormats();
  const shown = remarks.filter(({ kind, text }) => text && (kind === 'remark' || kind === 'approve'));
  if (shown.length === 0) return null;
  return (
    <Sheet title={t('tracker.remarks')}>
      {shown.map(({ id, text, roleCode, at }) => (
        <p key={id}>
          {text}
          <br />
          <span className={style.soft}>{`${roleName(roleCode, roleCode)} · ${day(at)}`}</span>
        </p>
      ))}
    </Sheet>
  );
}

/** The papers that there are by now, in the order in which they came. */
function Letters({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const language = useLanguage();
  const { id, nocLetterOn, letterIssuedOn, demandNotes, installation, number, state } = application;
  const downloadSlip = useSlip(application);
  // The first card has the slip then.
  if (state === 'PENDING') return null;
  const input = { params: { id }, query: { language } };
  const papers: [isThere: boolean, label: string, download: () => Promise<unknown>][] = [
    [true, t('slip.title'), downloadSlip],
    [nocLetterOn !== null, t('letter.noc'), () => startDownload(nocLetterPdf, input, `noc-${number}.pdf`)],
    [letterIssuedOn !== null, t('letter.title'), () => startDownload(letterPdf, input, `${number}.pdf`)],
    [
      demandNotes.length > 0,
      t('tabs.note'),
      () => startDownload(demandNotePdf, input, `${demandNotes[0]?.number}.pdf`),
    ],
    [
      state === 'CONNECTED' && Boolean(installation?.confirmedAt),
      t('letter.certificate'),
      () => startDownload(certificatePdf, input, `certificate-${number}.pdf`),
    ],
  ];
  return (
    <Sheet title={t('tracker.letters')}>
      <Group gap="xs">
        {papers
          .filter(([isThere]) => isThere)
          .map(([, label, download]) => (
            <Button
              key={label}
              variant="default"
              className={style.thumb}
              leftSection={<IconFileDownload size={18} />}
              onClick={() => void download()}
            >
              {label}
            </Button>
          ))}
      </Group>
    </Sheet>
  );
}

/** What was handed in, folded away until it is asked for. */
function Answers({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const [isOpen, setIsOpen] = useState(false);
  const shown = PART_NAMES.filter(
    (part) => part !== 'owner' || application.parts.applicant.isOwner === false,
  );
  return (
    <Sheet
      title={t('tracker.answers')}
      action={
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'tracker.hide' : 'tracker.show')}
        </Button>
      }
    >
      {isOpen ? (
        <div className={style.fields}>
          {shown.map((part) => (
            <section key={part} className={style.answers}>
              <h3>{t(`parts.${part}`)}</h3>
              <PartFacts part={part} application={application} />
            </section>
          ))}
          <OwnPapers application={application} />
        </div>
      ) : null}
    </Sheet>
  );
}

const RemarkDialog = lazy(() =>
  import('../record/remark-dialog.tsx').then((file) => ({ default: file.RemarkDialog })),
);

/** After payment a reason is asked for: the refund needs one. Its dialog stays and tells if it is not possible any more. */
function WithdrawPaid({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {application.can['withdraw-paid']?.allowed ? (
        <Button
          variant="subtle"
          color="red"
          c="var(--red-ink)"
          className={style.thumb}
          onClick={() => setIsAsking(true)}
        >
          {t('actions.withdraw-paid')}
        </Button>
      ) : null}
      {isAsking ? (
        <Suspense fallback={null}>
          <RemarkDialog step="withdraw-paid" application={application} close={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Withdraw({ application }: { application: ApplicationDetail }) {
  return (
    <>
      <WithdrawPaid application={application} />
      <WithdrawUnpaid application={application} />
    </>
  );
}

function WithdrawUnpaid({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const withdraw = useAction(updateState, { onDone: () => toast('success', t('done.withdraw')) });
  const { id, version, can } = application;
  if (!can.withdraw?.allowed) return null;
  const run = async () => {
    const own = { question: t('tracker.withdraw_ask'), yes: t('actions.withdraw') };
    if (!(await confirm('submit', undefined, own))) return;
    withdraw.run({ body: { applicationId: id, version, action: 'withdraw' } });
  };
  return (
    <Button
      variant="subtle"
      color="red"
      c="var(--red-ink)"
      loading={withdraw.isRunning}
      onClick={() => void run()}
    >
      {t('actions.withdraw')}
    </Button>
  );
}
