/** One file of readings on its way: columns, verdicts, taken, perhaps undone. */
import { Button, Group } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/actions.ts';
import { useAnswer } from '#web/answers.ts';
import { confirm } from '#web/confirm.ts';
import { startDownload } from '#web/downloads.ts';
import { useGo, usePathParam } from '#web/go.tsx';
import { useLanguage, useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useFormats } from '#web/use-formats.ts';
import { commitImport, downloadRefused, getImport, undoImport } from '../../imports/contract.ts';
import style from '../meters.module.css';
import { ImportState } from './bulk-upload.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { VerdictRows } from './verdict-rows.tsx';

type Found = EndpointAnswer<typeof getImport>;

const STEPS = ['columns', 'verdicts', 'done'] as const;
type Step = (typeof STEPS)[number];

function Steps({ step }: { step: Step }) {
  const t = useTexts('meters');
  const { number } = useFormats();
  return (
    <ol className={style.steps}>
      {STEPS.map((one, index) => (
        <li
          key={one}
          className={style.step}
          data-past={index < STEPS.indexOf(step) || undefined}
          {...(one === step ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={style.dot}>
            {index < STEPS.indexOf(step) ? <IconCheck size={15} aria-hidden="true" /> : number(index + 1)}
          </span>
          {t(`bulk.steps.${one}`)}
        </li>
      ))}
    </ol>
  );
}

function Totals({ found }: { found: Found }) {
  const t = useTexts('meters');
  const { number } = useFormats();
  const totals = [
    [t('bulk.total'), found.rowsTotal],
    [t('bulk.good'), found.rowsGood],
    [t('bulk.flagged'), found.rowsFlagged],
    [t('bulk.refused'), found.rowsRefused],
  ] as const;
  return (
    <div className={style.facts}>
      {totals.map(([label, count]) => (
        <div key={label} className={style.fact}>
          <div className={style.value}>{number(count)}</div>
          <div className={style.quiet}>{label}</div>
        </div>
      ))}
    </div>
  );
}

function RefusedButton({ found }: { found: Found }) {
  const t = useTexts('meters');
  const language = useLanguage();
  if (found.rowsRefused === 0) return null;
  const start = () =>
    startDownload(
      downloadRefused,
      { params: { id: found.id }, query: { format: 'xlsx', language } },
      'readings-not-taken.xlsx',
    );
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void start()}>
      {t('bulk.download_refused')}
    </Button>
  );
}

function Decisions({ found, chooseColumns }: { found: Found; chooseColumns: () => void }) {
  const t = useTexts('meters');
  const go = useGo();
  const commit = useAction(commitImport, { onDone: () => toast('success', t('bulk.committed')) });
  const undo = useAction(undoImport, { onDone: () => toast('success', t('bulk.undone')) });
  const input = { params: { id: found.id }, body: { version: found.version } };
  const { rowsGood: good, rowsFlagged: flagged, rowsRefused: refused } = found;
  const askCommit = async () => {
    if (await confirm('submit', t('bulk.commit_detail', { good, flagged, refused }))) commit.run(input);
  };
  const askUndo = async () => {
    if (await confirm('delete', t('bulk.undo_detail'))) undo.run(input);
  };
  return (
    <Group gap="xs" mb="md">
      {found.can.commit ? (
        <Button loading={commit.isRunning} onClick={() => void askCommit()}>
          {t('bulk.commit', { count: good + flagged })}
        </Button>
      ) : null}
      {found.can.check ? (
        <Button variant="default" onClick={chooseColumns}>
          {t('bulk.choose_columns')}
        </Button>
      ) : null}
      {found.state === 'COMMITTED' && flagged > 0 ? (
        <Button onClick={() => go('/preview-review', { page: 1, importId: found.id, state: 'FLAGGED' })}>
          {t('bulk.to_review')}
        </Button>
      ) : null}
      <RefusedButton found={found} />
      {found.can.undo ? (
        <Button variant="default" c="var(--red-ink)" loading={undo.isRunning} onClick={() => void askUndo()}>
          {t('bulk.undo')}
        </Button>
      ) : null}
    </Group>
  );
}

export function ImportRecord() {
  const t = useTexts('meters');
  const go = useGo();
  const [isChoosing, setIsChoosing] = useState(false);
  const answer = useAnswer(getImport, { params: { id: usePathParam() } });
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const found = answer.data;
  const step: Step =
    found.state === 'UPLOADED' || isChoosing ? 'columns' : found.state === 'CHECKED' ? 'verdicts' : 'done';
  return (
    <>
      <PageHead title={found.fileName} about={<ImportState state={found.state} />}>
        <Button variant="default" onClick={() => go('/bulk-upload', { page: 1 })}>
          {t('bulk.another')}
        </Button>
      </PageHead>
      <Steps step={step} />
      {step === 'columns' ? (
        <ColumnsStep found={found} done={() => setIsChoosing(false)} />
      ) : (
        <>
          <Totals found={found} />
          <Decisions found={found} chooseColumns={() => setIsChoosing(true)} />
          <VerdictRows
            counts={{ GOOD: found.rowsGood, FLAGGED: found.rowsFlagged, REFUSED: found.rowsRefused }}
            reasons={found.reasons}
          />
        </>
      )}
    </>
  );
}
