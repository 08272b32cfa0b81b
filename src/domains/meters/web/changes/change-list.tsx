/** Requests to change meters: what waits, with both figures beside each other, and what became of the others. */
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { ChangeMove } from '../../changes/change.rules.ts';
import { type Change, listMeterChanges, listMeterChangesDownload } from '../../changes/contract.ts';
import { useConsumerName, useSectorOptions } from '../words.tsx';
import { MOVE_LABELS, MoveDialog } from './move-dialog.tsx';
import { ChangeStateChip, two, useCauseOptions, useChangeWords, useStateTabs } from './words.tsx';

function useChangeColumns(): Column<Change>[] {
  const t = useTexts('meters');
  const { digits, shortDay, shortInstant } = useFormats();
  const place = usePlace();
  const consumer = useConsumerName();
  const { causeName } = useChangeWords();
  return [
    {
      key: 'connection',
      fields: ['connectionNumber', 'consumerName'],
      title: t('connection'),
      value: (row) => two(consumer(row), digits(row.connectionNumber)),
      onCard: true,
    },
    { key: 'state', title: t('state'), value: (row) => <ChangeStateChip state={row.state} /> },
    {
      key: 'old',
      fields: ['meterNumber', 'lastLitres', 'finalLitres'],
      title: t('changes.old'),
      value: (row) =>
        two(digits(row.meterNumber), t('changes.from_to', { last: row.lastLitres, final: row.finalLitres })),
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
      onCard: true,
    },
    {
      key: 'new',
      fields: ['newMeterNumber', 'openingLitres', 'sealNumber'],
      title: t('changes.new'),
      value: (row) => two(digits(row.newMeterNumber), t('changes.begins', { opening: row.openingLitres })),
      to: (row) => ({ path: `/meter-list/${row.newMeterId}` }),
      onCard: true,
    },
    {
      key: 'day',
      fields: ['changedOn'],
      title: t('changes.day'),
      value: (row) => shortDay(row.changedOn),
      sort: 'changedOn',
    },
    {
      key: 'cause',
      fields: ['cause', 'reason', 'remark'],
      title: t('changes.cause'),
      value: (row) => two(causeName(row.cause), row.remark ?? row.reason),
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      onCard: true,
    },
    {
      key: 'asked',
      fields: ['askedBy', 'askedAt'],
      title: t('changes.asked'),
      value: (row) => two(row.askedBy, shortInstant(row.askedAt)),
      sort: 'askedAt',
    },
    {
      key: 'decided',
      fields: ['decidedBy', 'decidedAt'],
      title: t('changes.decided'),
      value: (row) => (row.decidedAt ? two(row.decidedBy, shortInstant(row.decidedAt)) : null),
    },
    {
      key: 'number',
      title: t('changes.request'),
      value: (row) => digits(row.number),
      to: (row) => ({ path: `/pending-meter-list/${row.id}` }),
    },
  ];
}

export function ChangeList() {
  const t = useTexts('meters');
  const columns = useChangeColumns();
  const [open, setOpen] = useState<{ change: Change; move: ChangeMove } | null>(null);
  const close = () => setOpen(null);
  const actions = (change: Change): RowAction[] =>
    change.can.map((move) => ({
      label: t(MOVE_LABELS[move]),
      run: () => setOpen({ change, move }),
      ...(move === 'refuse' ? { danger: true } : {}),
    }));
  return (
    <>
      <ListPage
        endpoint={listMeterChanges}
        exports={useExports(listMeterChangesDownload, 'meter-changes')}
        title={t('changes.title')}
        about={t('changes.about')}
        searchLabel={t('changes.search')}
        columns={columns}
        actions={actions}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listMeterChanges>) => counts,
          items: useStateTabs(),
        }}
        filters={[
          { name: 'cause', label: t('changes.cause'), options: useCauseOptions() },
          { name: 'sectorId', label: t('sector'), options: useSectorOptions() },
        ]}
        nameOf={(row) => row.number}
        empty={{ title: t('changes.empty'), text: t('changes.empty_help') }}
      />
      {open ? (
        <RowDialog
          endpoint={listMeterChanges}
          columns={columns}
          rows={[open.change]}
          fits={({ can }) => can.includes(open.move)}
        >
          {(change) => <MoveDialog change={change} move={open.move} close={close} />}
        </RowDialog>
      ) : null}
    </>
  );
}
