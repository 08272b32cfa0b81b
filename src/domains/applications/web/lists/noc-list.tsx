/** What is at the planning authority, as the utility sees it: which desk has it, and for how long. */
import { IconBell, IconExternalLink } from '@tabler/icons-react';
import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { listNoc, listNocDownload, remindDesk } from '../../noc/contract.ts';
import { OFFERS } from '../bulk/offers.tsx';
import { Clock } from '../clock.tsx';
import { useForward } from '../desk/use-forward.tsx';
import { StateOf } from '../words.tsx';
import { recordPath, Whole, Words } from './columns.tsx';
import style from './lists.module.css';
import { ChainDots, ChecksMade, LandPapers } from './noc-cells.tsx';
import { useNocFilters } from './noc-filters.ts';
import { StageNav } from './stages.tsx';

export type NocRow = RowOf<typeof listNoc>;

/** @param begins what is in sight first: what the own desk has checked, or which desk has it */
export function useNocColumns(
  to: (row: NocRow) => { path: string; query?: Record<string, string> },
  begins: 'checks' | 'desk',
) {
  const t = useTexts('applications');
  const place = usePlace();
  const nameIn = useNameIn();
  const roleName = useRoleName();
  const checks: Column<NocRow> = {
    key: 'checks',
    fields: ['checksMade', 'checksNeeded', 'checksMissing'],
    title: t('checks.title'),
    value: (row) => <ChecksMade row={row} />,
    onCard: true,
  };
  const desk: Column<NocRow> = {
    key: 'desk',
    fields: ['deskRole'],
    title: t('columns.desk'),
    value: (row) => row.deskRole && <Words text={roleName(row.deskRole, row.deskRole)} />,
  };
  const columns: Column<NocRow>[] = [
    {
      key: 'number',
      title: t('columns.number'),
      value: (row) => <Whole text={row.number} />,
      sort: 'number',
      to,
    },
    {
      key: 'applicant',
      fields: ['applicantName'],
      title: t('columns.applicant'),
      value: (row) => <Words text={nameIn(row.applicantName, row.applicantNameBn)} />,
      sort: 'applicantName',
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('columns.place'),
      value: place,
      sort: 'plotNumber',
    },
    {
      key: 'at',
      fields: ['deskSince'],
      title: t('noc.at_desk'),
      value: (row) =>
        row.deskSince && <Clock since={row.deskSince} dueAt={row.deskDueAt} overdue={row.overdue} />,
      sort: 'deskSince',
      onCard: true,
    },
    ...(begins === 'checks' ? [checks] : []),
    {
      key: 'papers',
      fields: ['landAccepted', 'landWaiting', 'landReturned', 'landMissing'],
      title: t('noc.land.title'),
      value: (row) => <LandPapers row={row} />,
      onCard: true,
    },
    {
      key: 'chain',
      fields: ['desksApproved'],
      title: t('noc.chain_short'),
      value: (row) => <ChainDots chain={row.chain} />,
      onCard: true,
    },
    ...(begins === 'checks' ? [desk] : [desk, checks]),
    {
      key: 'phone',
      fields: ['applicantPhone'],
      title: t('columns.phone'),
      value: (row) => <Whole text={row.applicantPhone} />,
    },
    {
      key: 'submitted',
      fields: ['submittedAt'],
      title: t('columns.submitted'),
      kind: 'day',
      value: (row) => row.submittedAt,
      sort: 'submittedAt',
    },
    { key: 'state', title: t('columns.state'), value: (row) => <StateOf row={row} />, sort: 'state' },
    {
      key: 'noc',
      fields: ['nocNumber'],
      title: t('columns.noc'),
      value: (row) => row.nocNumber && <Whole text={row.nocNumber} />,
      onCard: false,
    },
    {
      key: 'days',
      fields: ['authorityDays'],
      title: t('noc.authority_days'),
      kind: 'number',
      value: (row) => row.authorityDays,
      onCard: false,
    },
    {
      key: 'lastRemark',
      fields: ['lastRemark', 'lastRemarkBy'],
      title: t('noc.last_remark'),
      value: (row) =>
        row.lastRemark && (
          <span className={style.remark} title={`${row.lastRemarkBy}: ${row.lastRemark}`}>
            {row.lastRemark}
          </span>
        ),
      onCard: false,
    },
    {
      key: 'remarks',
      fields: ['remarkCount'],
      title: t('noc.remarks'),
      kind: 'number',
      value: (row) => row.remarkCount,
      onCard: false,
    },
  ];
  return columns;
}

/** What only the utility sees of them: whom it gave the application to, and when it last reminded the desk. */
function useOwnColumns(): Column<NocRow>[] {
  const t = useTexts('applications');
  return [
    {
      key: 'assignee',
      fields: ['assigneeName'],
      title: t('columns.assignee'),
      value: (row) => row.assigneeName && <Words text={row.assigneeName} />,
      startsHidden: true,
      onCard: false,
    },
    {
      key: 'reminded',
      fields: ['remindedAt'],
      title: t('noc.reminded'),
      kind: 'day',
      value: (row) => row.remindedAt,
      startsHidden: true,
      onCard: false,
    },
  ];
}

export function NocList() {
  const t = useTexts('applications');
  const go = useGo();
  const { desk } = useUrlQuery();
  const columns = [...useNocColumns(recordPath, 'desk'), ...useOwnColumns()];
  const may = useMay();
  const remind = useAction(remindDesk, { onDone: () => toast('success', t('done.noc-remind')) });
  const { bulk, dialog, running } = useBulk<NocRow>(listNoc, OFFERS.noc);
  const forward = useForward();
  const actions = (row: NocRow) => [
    {
      label: t(`lists.work.${row.state}`),
      icon: <IconExternalLink size={16} />,
      run: () => go(recordPath(row).path, { tab: 'noc' }),
    },
    ...(may('applications:accept') && row.state === 'WAITING_FOR_REVIEW' && row.deskRole && !row.overlay
      ? [
          {
            label: t('actions.noc-remind'),
            icon: <IconBell size={16} />,
            run: () => remind.run({ params: { id: row.id }, body: { version: row.version } }),
            reason:
              row.remindFrom && row.remindFrom > today()
                ? errorTextNow('applications.reminded_already')
                : undefined,
          },
        ]
      : []),
    ...forward.actions(row),
  ];
  const filters = [
    ...useNocFilters(),
    { name: 'desk', label: t('noc.decided'), options: [{ value: 'any', label: t('noc.also_decided') }] },
  ];
  return (
    <>
      <ListPage
        endpoint={listNoc}
        title={t('lists.noc.title')}
        about={t('lists.noc.about')}
        searchLabel={t('words.search')}
        columns={columns}
        bulk={bulk}
        actions={actions}
        nameOf={(row) => row.number}
        fixed={desk ? {} : { desk: 'chain' }}
        filters={filters}
        exports={useExports(listNocDownload, 'noc')}
        empty={{ title: t('lists.noc.empty'), text: t('lists.noc.empty_help') }}
      >
        <StageNav />
        {running}
      </ListPage>
      {dialog}
      {forward.dialog}
    </>
  );
}
