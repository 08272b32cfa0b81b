/** Cheques that were taken for bills, by their states: what goes to the bank, and what the bank has not answered. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useDialogAbout } from '#web/ui/list/rows/use-dialog-about.ts';
import { useExports } from '#web/ui/list/use-exports.ts';
import { CHEQUE_STATES } from '../../cheques/cheque.rules.ts';
import { type Cheque, listCheques, listChequesDownload } from '../../cheques/contract.ts';
import { ChequeDialog } from './cheque-dialogs.tsx';
import { ChequeStateChip } from './cheque-state.tsx';
import { type ChequeStep, useChequeActions } from './use-cheque-actions.ts';

function useColumns(): Column<Cheque>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  return [
    {
      key: 'number',
      fields: ['number'],
      title: t('cheques.number'),
      value: (row) => digits(row.number),
      to: (row) => ({ path: `/cheques/${row.id}` }),
    },
    {
      key: 'bank',
      fields: ['bank', 'branch'],
      title: t('cheques.bank'),
      value: (row) => `${row.bank}, ${row.branch}`,
      onCard: true,
    },
    {
      key: 'payer',
      fields: ['payerName'],
      title: t('history.payer'),
      value: (row) => nameIn(row.payerName, row.payerNameBn),
      onCard: true,
    },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('history.target_INVOICE'),
      value: (row) => digits(row.connectionNumber),
      startsHidden: true,
    },
    {
      key: 'amount',
      fields: ['amountMinor'],
      title: t('history.amount'),
      kind: 'money',
      value: (row) => row.amountMinor,
      sort: 'amountMinor',
      total: (answer: EndpointAnswer<typeof listCheques>) => answer.sums.amountMinor,
    },
    {
      key: 'state',
      title: t('history.state'),
      value: (row) => (
        <>
          <ChequeStateChip state={row.state} /> {row.isAskedBack ? t('cheques.asked_back_short') : null}
        </>
      ),
      onCard: true,
    },
    { key: 'stateOn', title: t('cheques.since'), kind: 'day', value: (row) => row.stateOn, sort: 'stateOn' },
    {
      key: 'receivedOn',
      title: t('cheques.received_on'),
      kind: 'day',
      value: (row) => row.receivedOn,
      sort: 'receivedOn',
    },
    {
      key: 'drawnOn',
      title: t('cheques.drawn_on'),
      kind: 'day',
      value: (row) => row.drawnOn,
      sort: 'drawnOn',
      startsHidden: true,
    },
    {
      key: 'drawer',
      title: t('cheques.drawer'),
      value: (row) => row.drawer,
      startsHidden: true,
    },
    {
      key: 'slip',
      fields: ['slipNumber', 'bankAccount'],
      title: t('cheques.slip'),
      value: (row) => row.slipNumber && digits(row.slipNumber),
      startsHidden: true,
    },
  ];
}

type Open = { cheques: readonly Cheque[]; step: ChequeStep };

export function ChequeList() {
  const t = useTexts('payments');
  const may = useMay();
  const columns = useColumns();
  const { about, ask, close, done } = useDialogAbout<Open>();
  const actions = useChequeActions((cheque, step) => void ask({ cheques: [cheque], step }));
  const { data: all } = useAnswer(listCheques, { query: { limit: 1 } });
  const many = (step: 'deposit' | 'clear') => ({
    label: t(`cheques.steps.${step}`),
    fits: ({ can }: Cheque) => can[step],
    run: (_ids: unknown, { rows }: { rows: readonly Cheque[] }) => {
      const cheques = rows.filter(({ can }) => can[step]);
      return cheques.length > 0 && ask({ cheques, step });
    },
  });
  const tick = [{ value: 'true', label: t('cheques.hangs') }];
  return (
    <>
      <ListPage
        endpoint={listCheques}
        exports={useExports(listChequesDownload, 'cheques')}
        title={t('cheques.title')}
        about={t('cheques.about')}
        searchLabel={t('cheques.search')}
        columns={columns}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listCheques>) => counts,
          items: CHEQUE_STATES.map((value) => ({ value, label: t(`cheques.states.${value}`) })),
        }}
        filters={[
          {
            name: 'bank',
            label: t('cheques.bank'),
            options: (all?.banks ?? []).map((value) => ({ value, label: value })),
          },
          { name: 'hangs', label: t('cheques.hangs'), options: tick },
          { name: 'from', label: t('history.from'), kind: 'day' },
          { name: 'to', label: t('history.to'), kind: 'day' },
        ]}
        nameOf={(row) => row.number}
        bulk={may('cheques:manage') ? [many('deposit'), many('clear')] : undefined}
        actions={actions}
        empty={{ title: t('cheques.empty'), text: t('cheques.empty_help') }}
      />
      {about ? (
        <RowDialog
          endpoint={listCheques}
          columns={columns}
          rows={about.cheques}
          fits={({ can }) => can[about.step]}
        >
          {(_first, cheques) => (
            <ChequeDialog
              {...{ cheques, close, done, step: about.step }}
              bankAccount={all?.bankAccount ?? null}
            />
          )}
        </RowDialog>
      ) : null}
    </>
  );
}
