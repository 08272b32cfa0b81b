/** One file of readings on its way: columns, verdicts, taken, perhaps undone. */
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Steps, Totals } from '#web/ui/import/steps.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { commitImport, downloadRefused, getImport, undoImport } from '../../imports/contract.ts';
import { ImportState } from './bulk-upload.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { VerdictRows } from './verdict-rows.tsx';

type Found = EndpointAnswer<typeof getImport>;

const STEPS = ['columns', 'verdicts', 'done'] as const;
type Step = (typeof STEPS)[number];

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
      <Steps titles={STEPS.map((step) => t(`bulk.steps.${step}`))} current={STEPS.indexOf(step)} />
      {step === 'columns' ? (
        <ColumnsStep found={found} done={() => setIsChoosing(false)} />
      ) : (
        <>
          <Totals
            totals={[
              [t('bulk.total'), found.rowsTotal],
              [t('bulk.good'), found.rowsGood],
              [t('bulk.flagged'), found.rowsFlagged],
              [t('bulk.refused'), found.rowsRefused],
            ]}
          />
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
