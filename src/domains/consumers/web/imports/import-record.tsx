/** One file of consumers on its way: columns, dry run, taken, perhaps undone; while a job works, how far it is. */
import { Alert, Button, Group, Loader, Progress, Radio, Stack } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import style from '#web/ui/import/import.module.css';
import { Steps, Totals } from '#web/ui/import/steps.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import {
  cancelImport,
  commitImport,
  downloadBadRows,
  getImport,
  undoImport,
} from '../../imports/contract.ts';
import { ColumnsStep } from './columns-step.tsx';
import { ImportState } from './import-list.tsx';
import { VerdictRows } from './verdict-rows.tsx';

type Found = EndpointAnswer<typeof getImport>;

const STEPS = ['columns', 'verdicts', 'done'] as const;
const POLL_MS = 700;

function Working({ found }: { found: Found }) {
  const t = useTexts('consumers');
  const cancel = useAction(cancelImport, { onDone: () => toast('info', t('imports.cancelled')) });
  const { step, rowsDone, rowsTotal } = found;
  const share = step === 'READING' && rowsTotal > 0 ? Math.min(100, (rowsDone / rowsTotal) * 100) : 100;
  return (
    <div className={style.sheet}>
      <Stack gap="sm">
        <Group gap="sm">
          <Loader size="sm" aria-hidden="true" />
          <b role="status">{t(`imports.working.${step ?? 'READING'}`, { rows: rowsDone })}</b>
        </Group>
        <Progress
          value={share}
          animated
          aria-label={t(`imports.working.${step ?? 'READING'}`, { rows: rowsDone })}
        />
        <p className={style.quiet}>{t('imports.working_about')}</p>
        <Group>
          <Button
            variant="default"
            loading={cancel.isRunning}
            onClick={() => cancel.run({ params: { id: found.id } })}
          >
            {t('imports.cancel')}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

function BadRowsButtons({ found }: { found: Found }) {
  const t = useTexts('consumers');
  const language = useLanguage();
  if (found.rowsWrong + found.rowsDuplicate === 0) return null;
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() =>
        void startDownload(
          downloadBadRows,
          { params: { id: found.id }, query: { format, language } },
          `customers-not-taken.${format}`,
        )
      }
    >
      {t('imports.bad_rows', { format: format.toUpperCase() })}
    </Button>
  ));
}

type Existing = 'skip' | 'update';

function ExistingChoice({
  found,
  existing,
  change,
}: {
  found: Found;
  existing: Existing;
  change: (next: Existing) => void;
}) {
  const t = useTexts('consumers');
  if (found.rowsDiffering === 0) return null;
  return (
    <div className={style.sheet}>
      <Radio.Group
        label={t('imports.existing_choice', { count: found.rowsExisting })}
        value={existing}
        onChange={(next) => change(next as Existing)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="skip" label={t('imports.skip')} />
          <Radio
            value="update"
            label={t('imports.update', { count: found.rowsDiffering })}
            description={t('imports.update_about')}
          />
        </Stack>
      </Radio.Group>
    </div>
  );
}

function Decisions({ found, chooseColumns }: { found: Found; chooseColumns: () => void }) {
  const t = useTexts('consumers');
  const go = useGo();
  const [existing, setExisting] = useState<Existing>('skip');
  const commit = useAction(commitImport);
  const undo = useAction(undoImport, { onDone: () => toast('success', t('imports.undone')) });
  const params = { id: found.id };
  const { version, rowsReady: added } = found;
  const updated = existing === 'update' ? found.rowsDiffering : 0;
  const askCommit = async () => {
    if (await confirm('submit', t('imports.commit_detail', { added, updated })))
      commit.run({ params, body: { version, existing } });
  };
  const askUndo = async () => {
    if (await confirm('delete', t('imports.undo_detail'))) undo.run({ params, body: { version } });
  };
  return (
    <>
      {found.state === 'CHECKED' ? (
        <ExistingChoice found={found} existing={existing} change={setExisting} />
      ) : null}
      <Group gap="xs" mb="md">
        {found.state === 'CHECKED' ? (
          <Button
            loading={commit.isRunning}
            disabled={added + updated === 0}
            onClick={() => void askCommit()}
          >
            {added + updated === 0
              ? t('imports.commit_none')
              : t('imports.commit', { count: added + updated })}
          </Button>
        ) : null}
        {found.state === 'COMMITTED' ? (
          <Button onClick={() => go('/customer-management', { page: 1, sort: '-createdAt' })}>
            {t('imports.to_list')}
          </Button>
        ) : null}
        {found.can.check ? (
          <Button variant="default" onClick={chooseColumns}>
            {t('imports.choose_columns')}
          </Button>
        ) : null}
        <BadRowsButtons found={found} />
        {found.can.undo ? (
          <Button
            variant="default"
            c="var(--red-ink)"
            loading={undo.isRunning}
            onClick={() => void askUndo()}
          >
            {t('imports.undo')}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

function Result({ found, chooseColumns }: { found: Found; chooseColumns: () => void }) {
  const t = useTexts('consumers');
  const isTaken = found.state === 'COMMITTED';
  return (
    <>
      <Totals
        totals={[
          [t('imports.total'), found.rowsTotal],
          isTaken ? [t('imports.added'), found.rowsAdded] : [t('imports.ready'), found.rowsReady],
          isTaken && found.rowsUpdated > 0
            ? [t('imports.updated'), found.rowsUpdated]
            : [t('imports.existing'), found.rowsExisting],
          [t('imports.duplicate'), found.rowsDuplicate],
          [t('imports.wrong'), found.rowsWrong],
        ]}
      />
      <Decisions found={found} chooseColumns={chooseColumns} />
      <VerdictRows found={found} />
    </>
  );
}

export function ImportRecord() {
  const t = useTexts('consumers');
  const go = useGo();
  const [isChoosing, setIsChoosing] = useState(false);
  const answer = useAnswer(
    getImport,
    { params: { id: usePathParam() } },
    { refetchInterval: ({ state }) => (state.data?.can.cancel ? POLL_MS : false) },
  );
  if (answer.error) return <FailedPage error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <RecordSkeleton />;
  const found = answer.data;
  const isWorking = found.can.cancel;
  const isColumns = !isWorking && (found.state === 'UPLOADED' || isChoosing);
  const current = isColumns || found.state === 'CHECKING' ? 0 : found.state === 'COMMITTED' ? 3 : 1;
  return (
    <>
      <PageHead title={found.fileName} about={<ImportState state={found.state} />}>
        <Button variant="default" onClick={() => go('/customer-management/import', { page: 1 })}>
          {t('imports.another')}
        </Button>
      </PageHead>
      <Steps titles={STEPS.map((step) => t(`imports.steps.${step}`))} current={current} />
      {found.problem && !isWorking ? (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle size={20} />}
          title={t('imports.gave_up')}
          mb="md"
        >
          {errorTextNow(found.problem.code, found.problem.params)}
        </Alert>
      ) : null}
      {isWorking ? <Working found={found} /> : null}
      {isColumns ? <ColumnsStep found={found} done={() => setIsChoosing(false)} /> : null}
      {isWorking || isColumns ? null : <Result found={found} chooseColumns={() => setIsChoosing(true)} />}
    </>
  );
}
