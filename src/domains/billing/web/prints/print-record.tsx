/** One print: its progress, its files, the proof that no bill of the run is missing, and what may be done with it. */
import { Alert, Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { cancelPrint, getPrint, listPrintParts, printFiles, tryPrintAgain } from '../../prints/contract.ts';
import { PrintDialog } from './print-dialog.tsx';
import { useSavePart } from './print-parts.tsx';
import { PrintStateChip, usePartPlace, usePrintScope } from './print-words.tsx';
import style from './prints.module.css';

type Print = EndpointAnswer<typeof getPrint>;
const LOOK_AGAIN_MS = 1500;
/** Files that the page itself shows; the list has all. */
const SHOWN = 50;

function Working({ print }: { print: Print }) {
  const t = useTexts('billing');
  const words = t('prints.working', { done: print.partsDone, all: print.parts });
  const percent = print.parts === 0 ? 0 : (print.partsDone / print.parts) * 100;
  return (
    <Sheet>
      <div className={style.progress} role="status">
        <b>{words}</b>
        <Progress value={Math.max(percent, 3)} animated aria-label={words} />
        <span className={style.label}>{t('prints.working_help')}</span>
      </div>
    </Sheet>
  );
}

const PARTS = [
  ['proof_printed', 'printed', 'printedMinor', 'PRINTED'],
  ['proof_left_out', 'leftOut', 'leftOutMinor', 'LEFT_OUT'],
  ['proof_failed', 'failed', 'failedMinor', 'FAILED'],
  ['proof_waiting', 'waiting', 'waitingMinor', 'WAITING'],
  ['proof_others', 'others', 'othersMinor', undefined],
] as const;

type ProofProps = { print: Print; proof: NonNullable<Print['proof']> };

function Proof({ print, proof }: ProofProps) {
  const t = useTexts('billing');
  const { number, money } = useFormats();
  const Icon = proof.isEqual ? IconCircleCheck : IconAlertCircle;
  return (
    <Sheet
      title={t('prints.proof')}
      action={
        <GoLink to={`/bill-print/${print.id}/bills`} query={{ page: 1 }}>
          {t('prints.all_bills')}
        </GoLink>
      }
    >
      <p className={style.label}>{t('prints.proof_about')}</p>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('prints.outcome')}</th>
            <th scope="col" className={style.figure}>
              {t('prints.count')}
            </th>
            <th scope="col" className={style.figure}>
              {t('prints.sum_of')}
            </th>
          </tr>
        </thead>
        <tbody>
          {PARTS.filter(([, count], index) => index === 0 || proof[count] > 0).map(
            ([label, count, sum, outcome]) => (
              <tr key={count}>
                <td>
                  {outcome ? (
                    <GoLink to={`/bill-print/${print.id}/bills`} query={{ page: 1, outcome }}>
                      {t(`prints.${label}`)}
                    </GoLink>
                  ) : (
                    t(`prints.${label}`)
                  )}
                </td>
                <td className={style.figure}>{number(proof[count])}</td>
                <td className={style.figure}>{money(proof[sum])}</td>
              </tr>
            ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('prints.proof_run')}</td>
            <td className={style.figure}>{number(proof.runBills)}</td>
            <td className={style.figure}>{money(proof.runMinor)}</td>
          </tr>
        </tfoot>
      </table>
      <span className={style.verdict} data-tone={proof.isEqual ? 'green' : 'red'}>
        <Icon size={18} aria-hidden="true" /> {t(proof.isEqual ? 'prints.equal' : 'prints.not_equal')}
      </span>
    </Sheet>
  );
}

function Files({ print }: { print: Print }) {
  const t = useTexts('billing');
  const { number, money, fileSize } = useFormats();
  const place = usePartPlace();
  const save = useSavePart(print.id);
  const { data } = useAnswer(
    listPrintParts,
    { params: { id: print.id }, query: { limit: SHOWN } },
    {
      // The print may end between two looks: its files are looked at until none of them waits.
      refetchInterval: ({ state }) =>
        print.state !== 'CANCELLED' && state.data?.items.some((part) => part.state === 'WAITING')
          ? LOOK_AGAIN_MS
          : false,
    },
  );
  const hasFiles = print.state !== 'CANCELLED' && print.filesDeletedAt === null && !print.isReversed;
  return (
    <Sheet
      title={t('prints.files')}
      action={
        <GoLink to={`/bill-print/${print.id}/parts`} query={{ page: 1 }}>
          {t('prints.all_parts')}
        </GoLink>
      }
    >
      <div className={style.scroll}>
        <table className={`${style.table} ${style.files}`}>
          <thead>
            <tr>
              <th scope="col">{t('prints.part')}</th>
              <th scope="col" className={style.figure}>
                {t('prints.bills')}
              </th>
              <th scope="col" className={style.figure}>
                {t('prints.sum_of')}
              </th>
              <th scope="col" className={style.figure}>
                {t('prints.size')}
              </th>
              {hasFiles ? <th scope="col">{t('prints.download')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {(data?.items ?? []).map((part) => (
              <tr key={part.id}>
                <td>{place(part)}</td>
                <td className={style.figure} data-label={t('prints.bills')}>
                  {part.state === 'DONE' ? number(part.bills) : '–'}
                </td>
                <td className={style.figure} data-label={t('prints.sum_of')}>
                  {part.state === 'DONE' ? money(part.totalMinor) : '–'}
                </td>
                <td className={style.figure} data-label={t('prints.size')}>
                  {part.bytes === null ? '–' : fileSize(part.bytes)}
                </td>
                {hasFiles ? (
                  <td className={style.get}>
                    {part.bytes === null ? (
                      t(part.state === 'DONE' ? 'prints.no_file' : 'prints.part_states.WAITING')
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`${t('prints.download')}: ${place(part)}`}
                        onClick={() => void save(part)}
                      >
                        {t('prints.download')}
                      </Button>
                    )}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}

function useActions(print: Print | undefined, again: () => void): RecordAction[] {
  const t = useTexts('billing');
  const go = useGo();
  const stop = useAction(cancelPrint, { onDone: () => toast('success', t('prints.cancelled')) });
  const retry = useAction(tryPrintAgain, { onDone: () => toast('success', t('prints.trying_again')) });
  if (!print) return [];
  const { can, id } = print;
  const input = { params: { id }, body: {} };
  const name = `bills-${print.period.slice(0, 7)}.zip`;
  return [
    ...(can.download
      ? [
          {
            label: t('prints.download_all'),
            run: () => startDownload(printFiles, { params: { id } }, name),
          },
        ]
      : []),
    ...(can.tryAgain
      ? [{ label: t('prints.try_again'), isRunning: retry.isRunning, run: () => retry.run(input) }]
      : []),
    ...(can.again ? [{ label: t('prints.again'), run: again }] : []),
    { label: t('prints.run'), quiet: true, run: () => go(`/bill-run/${print.runId}`) },
    ...(can.cancel
      ? [
          {
            label: t('prints.cancel'),
            danger: true,
            isRunning: stop.isRunning,
            run: async () =>
              (await confirm('submit', undefined, {
                question: t('prints.sure_stop'),
                yes: t('prints.cancel'),
              })) && stop.run(input),
          },
        ]
      : []),
  ];
}

/** Why there are no files, or none to come. */
function Notes({ print }: { print: Print }) {
  const t = useTexts('billing');
  const { day, instant } = useFormats();
  if (print.failure) {
    return (
      <Alert color="red" title={t('prints.failed_work')} role="alert">
        {t('prints.failed_work_about', {
          when: instant(print.failure.since),
          reason: print.failure.reason,
        })}
      </Alert>
    );
  }
  if (print.state === 'CANCELLED') return <Alert color="gray">{t('prints.stopped_about')}</Alert>;
  if (print.isReversed) return <Alert color="red">{t('prints.reversed_about')}</Alert>;
  if (print.filesDeletedAt) {
    return <Alert color="gray">{t('prints.deleted', { day: day(print.filesDeletedAt) })}</Alert>;
  }
  return null;
}

export function PrintRecord() {
  const t = useTexts('billing');
  const { money, month, day, instant, number, fileSize } = useFormats();
  const scope = usePrintScope();
  const id = usePathParam();
  const [isAsking, setAsking] = useState(false);
  const {
    data: print,
    error,
    refetch,
  } = useAnswer(
    getPrint,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'WORKING' ? LOOK_AGAIN_MS : false) },
  );
  const actions = useActions(print, () => setAsking(true));
  if (error && !print) return <FailedPage error={error} retry={refetch} />;
  if (!print) return <RecordSkeleton />;
  const isStopped = print.state === 'CANCELLED';
  return (
    <RecordPage
      title={t('prints.record_title', { month: month(print.period) })}
      place={`${t('prints.name', { number: String(print.number), run: String(print.runNumber) })} · ${scope(print)}`}
      state={<PrintStateChip print={print} />}
      {...(isStopped || print.state === 'WORKING'
        ? {}
        : { figure: { label: t('prints.sum_of'), value: money(print.totalMinor) } })}
      actions={actions}
    >
      <Notes print={print} />
      {print.state === 'WORKING' ? <Working print={print} /> : null}
      {isStopped ? null : <Files print={print} />}
      {print.proof ? <Proof print={print} proof={print.proof} /> : null}
      <Sheet title={t('prints.about_print')}>
        <Facts
          facts={[
            ...(isStopped
              ? []
              : [
                  { label: t('prints.bills'), value: number(print.bills) },
                  { label: t('prints.size'), value: fileSize(print.bytes) },
                ]),
            { label: t('prints.asked_by'), value: print.askedBy },
            { label: t('prints.asked_at'), value: instant(print.askedAt) },
            { label: t('prints.issued'), value: day(print.issuedOn) },
            ...(print.keptUntil ? [{ label: t('prints.kept_until'), value: day(print.keptUntil) }] : []),
          ]}
        />
      </Sheet>
      {isAsking ? (
        <PrintDialog run={{ id: print.runId, period: print.period }} close={() => setAsking(false)} />
      ) : null}
    </RecordPage>
  );
}
