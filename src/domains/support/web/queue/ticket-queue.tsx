/** Tickets as staff see them: the queue with its tabs, filters and what can be done from a row. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listTicketCategories, listTickets, listTicketsDownload, type TicketItem } from '../../contract.ts';
import { takeTicket } from '../../steps/contract.ts';
import { PRIORITIES, STAGE_NAMES, TICKET_STATES } from '../../ticket.rules.ts';
import { TicketStateChip, useNames } from '../state-chip.tsx';
import style from '../support.module.css';

const NoteDialog = onDemand(() => import('../ask/note-dialog.tsx').then((file) => file.NoteDialog));
const AssignDialog = onDemand(() => import('../record/assign-dialog.tsx').then((file) => file.AssignDialog));

function useColumns(): Column<TicketItem>[] {
  const t = useTexts('support');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortInstant } = useFormats();
  const { priorities, channels } = useNames();
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: '/support-ticket-details', query: { ticketId: row.id } }),
    },
    { key: 'state', title: t('list.state'), value: (row) => <TicketStateChip state={row.state} /> },
    {
      key: 'subject',
      title: t('list.subject'),
      value: (row) => (
        <>
          {row.isUnread ? <span className={style.unread} role="img" aria-label={t('list.unread')} /> : null}
          {row.subject}
        </>
      ),
      onCard: true,
      isShort: true,
    },
    {
      key: 'consumer',
      fields: ['consumerName', 'consumerNameBn'],
      title: t('list.consumer'),
      value: (row) => row.consumerName && nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
      isShort: true,
    },
    {
      key: 'dueAt',
      title: t('list.due'),
      value: (row) =>
        row.dueAt && (
          <>
            {shortInstant(row.dueAt)}
            {row.isLate ? <b className={style.late}>{t('list.is_late')}</b> : null}
          </>
        ),
      sort: 'dueAt',
      onCard: true,
    },
    { key: 'agentName', title: t('list.agent'), value: (row) => row.agentName, isShort: true },
    {
      key: 'category',
      fields: ['categoryEn', 'categoryBn'],
      title: t('list.category'),
      value: (row) => nameIn(row.categoryEn, row.categoryBn),
      isShort: true,
    },
    { key: 'lastAt', title: t('list.last'), kind: 'instant', value: (row) => row.lastAt, sort: 'lastAt' },
    { key: 'priority', title: t('list.priority'), value: (row) => priorities[row.priority] },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: (row) =>
        row.plotNumber && row.sectorNumber && row.roadNumber
          ? place({ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber })
          : null,
    },
    { key: 'askedAt', title: t('list.asked'), kind: 'instant', value: (row) => row.askedAt, sort: 'askedAt' },
    {
      key: 'channel',
      title: t('list.channel'),
      value: (row) => channels[row.channel],
      startsHidden: true,
    },
    {
      key: 'reopened',
      title: t('list.reopened'),
      kind: 'number',
      value: (row) => row.reopened,
      startsHidden: true,
    },
    { key: 'stars', title: t('list.stars'), kind: 'number', value: (row) => row.stars, startsHidden: true },
  ];
}

function useFilters(): Filter[] {
  const t = useTexts('support');
  const nameIn = useNameIn();
  const { states, priorities } = useNames();
  const { data } = useAnswer(listTicketCategories, {}, { afterActs: 'when-shown' });
  return [
    { name: 'mine', label: t('list.mine'), kind: 'yesNo' },
    { name: 'unanswered', label: t('list.unanswered'), kind: 'yesNo' },
    { name: 'late', label: t('list.late'), kind: 'yesNo' },
    {
      name: 'categoryId',
      label: t('list.category'),
      options: (data?.items ?? []).map(({ id, nameEn, nameBn }) => ({
        value: id,
        label: nameIn(nameEn, nameBn),
      })),
    },
    {
      name: 'state',
      label: t('list.state'),
      options: TICKET_STATES.map((value) => ({ value, label: states[value] })),
    },
    {
      name: 'priority',
      label: t('list.priority'),
      options: PRIORITIES.map((value) => ({ value, label: priorities[value] })),
    },
    { name: 'from', label: t('list.from'), kind: 'day' },
    { name: 'to', label: t('list.to'), kind: 'day' },
  ];
}

/** The person's own choice of a column comes before it. */
const BY_DUE = { sort: 'dueAt' };

export function TicketQueue() {
  const t = useTexts('support');
  const may = useMay();
  const columns = useColumns();
  const [isNoting, setNoting] = useState(false);
  const [assigned, setAssigned] = useState<TicketItem | null>(null);
  const take = useAction(takeTicket, { onDone: () => toast('success', t('act.done')) });
  const isNew = ({ state }: TicketItem) => state === 'OPEN' || state === 'REOPENED';
  const actions = (row: TicketItem) => [
    ...(isNew(row) && may('support:answer')
      ? [{ label: t('act.take'), run: () => take.run({ body: { ticketId: row.id, version: row.version } }) }]
      : []),
    ...(isNew(row) && may('support:assign') ? [{ label: t('act.assign'), run: () => setAssigned(row) }] : []),
  ];
  return (
    <>
      <ListPage
        endpoint={listTickets}
        exports={useExports(listTicketsDownload, 'tickets')}
        title={t('list.title')}
        about={t('list.about')}
        searchLabel={t('list.search')}
        columns={columns}
        tabs={{
          name: 'stage',
          counts: ({ counts }: EndpointAnswer<typeof listTickets>) => counts as Record<string, number>,
          items: STAGE_NAMES.map((value) => ({ value, label: t(`stages.${value}`) })),
        }}
        fixed={BY_DUE}
        filters={useFilters()}
        nameOf={(row) => row.number}
        actions={actions}
        primary={
          may('support:create') && may('consumers:view') ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setNoting(true)}>
              {t('note.button')}
            </Button>
          ) : null
        }
        empty={{ title: t('list.empty'), text: t('list.empty_help') }}
      />
      {isNoting ? <NoteDialog close={() => setNoting(false)} /> : null}
      {assigned ? (
        <RowDialog endpoint={listTickets} columns={columns} rows={[assigned]} fits={isNew}>
          {(ticket) => <AssignDialog ticket={ticket} close={() => setAssigned(null)} />}
        </RowDialog>
      ) : null}
    </>
  );
}
