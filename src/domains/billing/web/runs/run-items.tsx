/** The outcomes of a run: each connection billed or held; one can be held by hand while the run waits. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { HELD_REASONS } from '../../bill-run/bill-run.rules.ts';
import {
  calculateHeld,
  getRun,
  holdItem,
  listRunItems,
  listRunItemsDownload,
  type RunItem,
} from '../../bill-run/contract.ts';
import style from '../billing.module.css';
import { CorrectionItems } from './correction-items.tsx';
import { ReleaseDialog } from './release-dialog.tsx';

function HoldDialog({ runId, item, close }: { runId: string; item: RunItem; close: () => void }) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const form = useForm(holdItem, {
    initial: { remark: '' },
    input: { params: { id: runId } },
    extra: {
      connectionId: item.connectionId,
      seen: { totalMinor: item.totalMinor ?? 0, usageLitres: item.usageLitres },
    },
    onDone: () => {
      close();
      return toast('success', t('items.held'));
    },
  });
  return (
    <FormDialog title={t('items.hold_title', { name: digits(item.connectionNumber) })} close={close}>
      <FormBody form={form} submit={t('items.hold_submit')} cancel={close}>
        <p>{t('items.hold_help')}</p>
        <LongTextField form={form} name="remark" label={t('items.remark')} />
      </FormBody>
    </FormDialog>
  );
}

function useColumns(): Column<RunItem>[] {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const common = useTexts('common');
  const { digits } = useFormats();
  const place = usePlace();
  return [
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('items.connection'),
      value: (row) => <span className={style.whole}>{digits(row.connectionNumber)}</span>,
      sort: 'connectionNumber',
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('items.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
    },
    {
      key: 'outcome',
      title: t('items.outcome'),
      value: (row) => (
        <StateChip tone={row.outcome === 'BILLED' ? 'green' : 'violet'}>
          {t(`items.${row.outcome}`)}
        </StateChip>
      ),
    },
    {
      key: 'reason',
      title: t('items.reason'),
      value: (row) => row.reason && t(`runs.reasons.${row.reason}`),
    },
    {
      key: 'use',
      fields: ['usageLitres'],
      title: t('items.use'),
      kind: 'volume',
      value: (row) => (row.reason === 'no_reading' ? null : row.usageLitres),
      sort: 'usageLitres',
    },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('items.total'),
      kind: 'money',
      value: (row) => (row.outcome === 'BILLED' ? row.totalMinor : null),
      sort: 'totalMinor',
    },
    {
      key: 'arrears',
      fields: ['arrearsMinor'],
      title: t('items.arrears'),
      kind: 'money',
      value: (row) => row.arrearsMinor,
      onCard: false,
    },
  ];
}

/** Connections of a bill run, or bills of a correction run. */
export function RunItems() {
  const id = usePathParam();
  const { data: run, error, refetch } = useAnswer(getRun, { params: { id } });
  if (error && !run) return <FailedPage error={error} retry={refetch} />;
  if (!run) return <RecordSkeleton />;
  return run.correction ? <CorrectionItems run={run} /> : <BilledConnections run={run} />;
}

function BilledConnections({ run }: { run: EndpointAnswer<typeof getRun> }) {
  const t = useTexts('billing');
  const may = useMay();
  const { id } = run;
  const columns = useColumns();
  const [held, setHeld] = useState<RunItem | null>(null);
  const [released, setReleased] = useState<RunItem | null>(null);
  const again = useAction(calculateHeld, { onDone: () => toast('success', t('items.calculating')) });
  const mayChange = run.state === 'REVIEW' && may('bill-runs:plan');
  const mayRelease = run.state === 'REVIEW' && may('bill-runs:approve');
  const release = (row: RunItem) =>
    mayRelease && row.reason === 'month_before_unbilled'
      ? [{ label: t('items.release'), run: () => setReleased(row) }]
      : [];
  const actions = (row: RunItem) => [...release(row), ...change(row)];
  const change = (row: RunItem) =>
    !mayChange
      ? []
      : row.outcome === 'BILLED'
        ? [{ label: t('items.hold'), run: () => setHeld(row) }]
        : [
            {
              label: t('items.again'),
              run: () => again.run({ params: { id }, body: { connectionId: row.connectionId } }),
            },
          ];
  return (
    <>
      <ListPage
        endpoint={listRunItems}
        params={{ id }}
        title={t('items.title', { number: run.number })}
        about={t('items.about')}
        searchLabel={t('items.search')}
        columns={columns}
        idOf={(row) => row.connectionId}
        nameOf={(row) => row.connectionNumber}
        tabs={{
          name: 'outcome',
          items: [
            { value: 'BILLED', label: t('items.BILLED'), count: run.proof.billed },
            { value: 'HELD', label: t('items.HELD'), count: run.proof.held },
          ],
        }}
        filters={[
          {
            name: 'reason',
            label: t('items.reason'),
            options: HELD_REASONS.map((reason) => ({ value: reason, label: t(`runs.reasons.${reason}`) })),
          },
        ]}
        actions={actions}
        exports={useExports(listRunItemsDownload, 'bill-run', { id })}
        primary={<GoLink to={`/bill-run/${id}`}>{t('items.back')}</GoLink>}
        empty={{ title: t('items.empty'), text: t('items.empty_help') }}
      />
      {released ? <ReleaseDialog runId={id} item={released} close={() => setReleased(null)} /> : null}
      {held ? (
        <RowDialog
          endpoint={listRunItems}
          columns={columns}
          rows={[held]}
          idOf={(row) => row.connectionId}
          fits={({ outcome }) => outcome === 'BILLED'}
        >
          {(item) => <HoldDialog runId={id} item={item} close={() => setHeld(null)} />}
        </RowDialog>
      ) : null}
    </>
  );
}
