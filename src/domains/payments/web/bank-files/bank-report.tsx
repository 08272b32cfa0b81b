/** The rows of a settlement file beside our payments, by what they are. */
import { Button, Group } from '@mantine/core';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  BANK_CLASSES,
  type BankClass,
  ROW_STATUSES,
  type RowStatus,
} from '../../bank-files/bank-file.rules.ts';
import {
  type BankFile,
  type BankRowShown,
  cityBankReport,
  cityBankReportDownload,
  listBankFiles,
} from '../../bank-files/contract.ts';
import { revalidateGatewayPayment } from '../../gateway/contract.ts';
import { PAYMENT_SOURCES } from '../../payment.rules.ts';
import { PaymentStateChip } from '../payment-state.tsx';
import style from '../payments.module.css';

export const CLASS_TONES: Record<BankClass, Tone> = {
  ...{ AGREES: 'green', AMOUNT: 'red', THEIRS: 'red', OURS: 'red', REVERSED: 'amber', TWICE: 'red' },
  ...{ FEE: 'grey', NOT_PAID: 'grey', REPEATED: 'grey' },
};
const STATUS_TONES: Record<RowStatus, Tone> = { OPEN: 'red', ALARM: 'amber', ENDED: 'green', FINE: 'grey' };

type Answer = EndpointAnswer<typeof cityBankReport>;

function useReportColumns(file: BankFile | undefined): Column<BankRowShown>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const to = (row: BankRowShown) => {
    if (row.paymentId) return { path: `/payment-history/${row.paymentId}` };
    return { path: row.alarmId ? `/alarms/${row.alarmId}` : `/city-bank-report/${file?.id ?? ''}` };
  };
  return [
    {
      key: 'order',
      fields: ['orderId', 'reference', 'sessionId'],
      title: t('bank_files.order'),
      to,
      value: (row) => row.orderId ?? row.reference,
    },
    {
      key: 'day',
      title: t('bank_files.day'),
      kind: 'day',
      value: (row) => row.day,
      sort: 'day',
      onCard: true,
    },
    {
      // On a phone's card it is the state.
      key: 'state',
      fields: ['class'],
      title: t('bank_files.class'),
      value: (row) => (
        <StateChip tone={CLASS_TONES[row.class]}>{t(`bank_files.classes.${row.class}`)}</StateChip>
      ),
    },
    {
      key: 'amountMinor',
      title: t('bank_files.at_bank'),
      kind: 'money',
      value: (row) => row.amountMinor,
      total: ({ sums }: Answer) => sums.amountMinor,
      sort: 'amountMinor',
      onCard: true,
    },
    {
      key: 'feeMinor',
      title: t('bank_files.fee'),
      kind: 'money',
      value: (row) => row.feeMinor,
      total: ({ sums }: Answer) => sums.feeMinor,
    },
    {
      key: 'bookedMinor',
      title: t('bank_files.in_books'),
      kind: 'money',
      value: (row) => row.bookedMinor || null,
      total: ({ sums }: Answer) => sums.bookedMinor,
      onCard: true,
    },
    {
      key: 'difference',
      fields: ['status'],
      title: t('bank_files.status'),
      value: (row) =>
        row.status === 'FINE' ? null : (
          <StateChip tone={STATUS_TONES[row.status]}>{t(`bank_files.statuses.${row.status}`)}</StateChip>
        ),
    },
    {
      key: 'payer',
      fields: ['payerName', 'payerNameBn', 'targetNumber', 'receiptNumber'],
      title: t('bank_files.payer'),
      value: (row) =>
        row.payerName && (
          <span className={style.name}>
            {nameIn(row.payerName, row.payerNameBn)}
            <span className={style.small}>{row.targetNumber && digits(row.targetNumber)}</span>
          </span>
        ),
    },
    {
      key: 'source',
      title: t('bank_files.source'),
      value: (row) => row.source && t(`bank_files.sources.${row.source}`),
      startsHidden: true,
    },
    {
      key: 'kind',
      title: t('bank_files.bank_says'),
      value: (row) => row.kind && t(`bank_files.kinds.${row.kind}`),
      startsHidden: true,
    },
    {
      key: 'ourState',
      title: t('bank_files.our_payment'),
      value: (row) => row.ourState && <PaymentStateChip state={row.ourState} isUnknown={false} />,
      startsHidden: true,
    },
  ];
}

function useRowActions() {
  const t = useTexts('payments');
  const go = useGo();
  const may = useMay();
  const ask = useAction(revalidateGatewayPayment, {
    onDone: ({ state }) => toast('success', t('bank_files.bank_asked', { state: t(`states.${state}`) })),
  });
  return ({ paymentId, alarmId, can }: BankRowShown) => [
    ...(can.revalidate && paymentId
      ? [{ label: t('bank_files.ask_bank'), run: () => ask.run({ params: { id: paymentId } }) }]
      : []),
    ...(alarmId && may('payments:alarms')
      ? [{ label: t('bank_files.show_alarm'), run: () => go(`/alarms/${alarmId}`) }]
      : []),
    ...(paymentId && may('payments:view')
      ? [{ label: t('bank_files.show_payment'), run: () => go(`/payment-history/${paymentId}`) }]
      : []),
  ];
}

export function BankReport() {
  const t = useTexts('payments');
  const go = useGo();
  const may = useMay();
  const { day } = useFormats();
  const { file: wanted } = useUrlQuery();
  const files = useAnswer(listBankFiles).data?.items ?? [];
  const file = wanted ? files.find(({ id }) => id === wanted) : files[0];
  const columns = useReportColumns(file);
  const actions = useRowActions();
  const nameOf = ({ gateway, name, firstDay, lastDay }: BankFile) =>
    `${t(`bank_files.gateways.${gateway}`)} · ${day(firstDay)}${firstDay === lastDay ? '' : ` – ${day(lastDay)}`} · ${name}`;
  const take = may('payments:bank-files') ? (
    <Button variant={file ? 'default' : 'filled'} onClick={() => go('/city-bank-report/import')}>
      {t('bank_files.take')}
    </Button>
  ) : null;
  return (
    <ListPage
      endpoint={cityBankReport}
      exports={useExports(cityBankReportDownload, 'city-bank-report')}
      title={t('bank_files.title')}
      about={
        file
          ? t('bank_files.about_file', {
              ...{ gateway: t(`bank_files.gateways.${file.gateway}`), name: file.name },
              ...{ from: file.firstDay, to: file.lastDay },
            })
          : t('bank_files.about')
      }
      primary={
        <Group gap="xs">
          {take}
          {file ? (
            <Button onClick={() => go(`/city-bank-report/${file.id}`)}>{t('bank_files.sums')}</Button>
          ) : null}
        </Group>
      }
      searchLabel={t('bank_files.search')}
      tabs={{
        name: 'class',
        counts: ({ counts }: Answer) => counts,
        items: BANK_CLASSES.map((value) => ({ value, label: t(`bank_files.tabs.${value}`) })),
      }}
      filters={[
        {
          name: 'file',
          label: t('bank_files.file'),
          options: files.map((found) => ({ value: found.id, label: nameOf(found) })),
        },
        {
          name: 'status',
          label: t('bank_files.status'),
          options: ROW_STATUSES.map((value) => ({ value, label: t(`bank_files.statuses.${value}`) })),
        },
        {
          name: 'source',
          label: t('bank_files.source'),
          options: PAYMENT_SOURCES.map((value) => ({ value, label: t(`bank_files.sources.${value}`) })),
        },
      ]}
      nameOf={(row) => row.orderId ?? row.reference ?? ''}
      empty={{ title: t('bank_files.empty'), text: t('bank_files.empty_help'), action: take }}
      {...{ columns, actions }}
    />
  );
}
