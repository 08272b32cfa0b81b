/** Who is asked to pay late bills, on which step they are, and what is next. */
import { useSectorOptions } from '#domains/billing/web/sector-options.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useDialogAbout } from '#web/ui/list/rows/use-dialog-about.ts';
import { useExports } from '#web/ui/list/use-exports.ts';
import { LEAST_SUMS } from '../../ageing/ageing.rules.ts';
import { CASE_STATES } from '../../cases/case.rules.ts';
import { type Case, listCases, listCasesDownload } from '../../cases/contract.ts';
import { ApproveDialog, CaseStateChip } from './case-parts.tsx';

function useColumns(): Column<Case>[] {
  const t = useTexts('collections');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('ageing.connection'),
      value: (row) => digits(row.connectionNumber),
      sort: 'connectionNumber',
      to: (row) => ({ path: `/billing/dunning/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('ageing.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      startsHidden: true,
      onCard: false,
    },
    {
      key: 'state',
      title: t('dunning.state'),
      value: (row) => <CaseStateChip state={row.state} />,
      onCard: true,
    },
    {
      key: 'stateOn',
      title: t('dunning.since'),
      kind: 'day',
      value: (row) => row.stateOn,
      sort: 'stateOn',
    },
    {
      key: 'daysLate',
      title: t('dunning.days_late'),
      kind: 'number',
      value: (row) => row.daysLate,
      sort: 'daysLate',
      onCard: true,
    },
    {
      key: 'dueMinor',
      title: t('dunning.due'),
      kind: 'money',
      value: (row) => row.dueMinor,
      sort: 'dueMinor',
      onCard: true,
      total: (answer: EndpointAnswer<typeof listCases>) => answer.sums.dueMinor,
    },
    {
      key: 'payBy',
      title: t('dunning.pay_by'),
      kind: 'day',
      value: (row) => row.payBy,
      sort: 'payBy',
    },
    {
      key: 'next',
      fields: ['isReady'],
      title: t('dunning.next'),
      value: (row) =>
        t(
          row.hangs
            ? 'dunning.nexts.HANGS'
            : row.isReady
              ? 'dunning.nexts.READY'
              : row.clearing && row.dueMinor === 0
                ? 'dunning.nexts.CHEQUE'
                : `dunning.nexts.${row.state}`,
        ),
      onCard: true,
    },
    {
      key: 'order',
      fields: ['orderNumber'],
      title: t('dunning.order'),
      value: (row) => (row.orderNumber ? digits(row.reconnectionNumber ?? row.orderNumber) : null),
      to: (row) => ({
        path: `/work-order-list/${row.reconnectionId ?? row.orderId ?? ''}`,
      }),
      startsHidden: true,
    },
  ];
}

export function CaseList() {
  const t = useTexts('collections');
  const may = useMay();
  const columns = useColumns();
  const { about, ask, close, done } = useDialogAbout<readonly Case[]>();
  const tick = (name: string, label: string) => ({ name, label, options: [{ value: 'true', label }] });
  return (
    <>
      <ListPage
        endpoint={listCases}
        title={t('dunning.title')}
        about={t('dunning.about')}
        searchLabel={t('ageing.search')}
        columns={columns}
        nameOf={(row) => row.connectionNumber}
        filters={[
          {
            name: 'state',
            label: t('dunning.state'),
            options: CASE_STATES.map((value) => ({ value, label: t(`dunning.states.${value}`) })),
          },
          tick('ready', t('dunning.ready')),
          tick('hangs', t('dunning.hangs')),
          { name: 'sectorId', label: t('ageing.sector'), options: useSectorOptions() },
          {
            name: 'minMinor',
            label: t('ageing.least'),
            options: LEAST_SUMS.map((amount) => ({
              value: String(amount),
              label: t('ageing.at_least', { amount }),
            })),
          },
        ]}
        bulk={
          may('collections:approve')
            ? [
                {
                  label: t('dunning.approve'),
                  danger: true,
                  fits: ({ can }) => can.approve,
                  run: (_ids, { rows }) => {
                    const cases = rows.filter(({ can }) => can.approve);
                    return cases.length > 0 && ask(cases);
                  },
                },
              ]
            : undefined
        }
        actions={(row) =>
          row.can.approve ? [{ label: t('dunning.approve'), run: () => void ask([row]) }] : []
        }
        exports={useExports(listCasesDownload, 'dunning')}
        empty={{ title: t('dunning.empty'), text: t('dunning.empty_help') }}
      />
      {about ? (
        <RowDialog endpoint={listCases} columns={columns} rows={about} fits={({ can }) => can.approve}>
          {(_first, cases) => <ApproveDialog cases={cases} close={close} done={done} />}
        </RowDialog>
      ) : null}
    </>
  );
}
