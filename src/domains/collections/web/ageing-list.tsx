/** Who owes something, by how long it has been due: today, or on a day before. */
import { useState } from 'react';
import { useSectorOptions } from '#domains/billing/web/sector-options.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { BUCKETS, LEAST_MONTHS, LEAST_SUMS } from '../ageing/ageing.rules.ts';
import { type Aged, ageing, ageingDownload } from '../ageing/contract.ts';
import { notePromise } from '../promises/contract.ts';

type Answer = EndpointAnswer<typeof ageing>;

function PromiseDialog({ row, close }: { row: Aged; close: () => void }) {
  const t = useTexts('collections');
  const form = useForm(notePromise, {
    initial: { promisedOn: row.promisedOn && row.promisedOn >= today() ? row.promisedOn : '', remark: '' },
    input: { params: { id: row.connectionId } },
    onDone: () => {
      close();
      return toast('success', t('promise.done'));
    },
  });
  return (
    <FormDialog title={t('promise.title', { number: row.connectionNumber })} close={close}>
      <FormBody form={form} submit={t('promise.save')} cancel={close}>
        <DayField form={form} name="promisedOn" label={t('promise.day')} earliest={today()} required />
        <TextField
          form={form}
          name="remark"
          label={t('promise.remark')}
          help={t('promise.remark_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

function useColumns(): Column<Aged>[] {
  const t = useTexts('collections');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  const bucket = (name: (typeof BUCKETS)[number]): Column<Aged> => ({
    key: `${name}Minor`,
    title: t(`ageing.buckets.${name}`),
    kind: 'money',
    value: (row) => row[`${name}Minor`] || null,
    sort: `${name}Minor`,
    onCard: name === 'overNinety',
    // What is late comes first.
    startsHidden: name === 'current',
    total: (answer: Answer) => answer.sums[`${name}Minor`],
  });
  return [
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('ageing.connection'),
      value: (row) => digits(row.connectionNumber),
      sort: 'connectionNumber',
      to: (row) => ({
        path: '/billing/invoice-list',
        query: { page: 1, search: row.connectionNumber, open: 'true' },
      }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('ageing.consumer'),
      value: (row) =>
        nameIn(row.consumerName, row.consumerNameBn) +
        (row.takenOverMinor > 0 ? ` · ${t('ageing.taken_over')}` : ''),
      sort: 'consumerName',
      onCard: true,
    },
    {
      key: 'totalMinor',
      title: t('ageing.total'),
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
      onCard: true,
      total: (answer: Answer) => answer.sums.totalMinor,
    },
    { key: 'phone', title: t('ageing.phone'), value: (row) => digits(row.phone), onCard: true },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      startsHidden: true,
      onCard: false,
    },
    {
      key: 'months',
      title: t('ageing.months'),
      kind: 'number',
      value: (row) => row.months,
      sort: 'months',
      onCard: true,
    },
    ...BUCKETS.map(bucket),
    {
      key: 'oldestDueOn',
      title: t('ageing.since'),
      kind: 'day',
      value: (row) => row.oldestDueOn,
      sort: 'oldestDueOn',
      startsHidden: true,
    },
    { key: 'lastPaidOn', title: t('ageing.last_payment'), kind: 'day', value: (row) => row.lastPaidOn },
    { key: 'promisedOn', title: t('ageing.promised'), kind: 'day', value: (row) => row.promisedOn },
  ];
}

function useFilters(): Filter[] {
  const t = useTexts('collections');
  const sectors = useSectorOptions();
  return [
    {
      name: 'bucket',
      label: t('ageing.bucket'),
      options: BUCKETS.map((value) => ({ value, label: t(`ageing.buckets.${value}`) })),
    },
    { name: 'sectorId', label: t('ageing.sector'), options: sectors },
    {
      name: 'minMinor',
      label: t('ageing.least'),
      options: LEAST_SUMS.map((amount) => ({
        value: String(amount),
        label: t('ageing.at_least', { amount }),
      })),
    },
    {
      name: 'minMonths',
      label: t('ageing.months'),
      options: LEAST_MONTHS.map((count) => ({
        value: String(count),
        label: t('ageing.months_at_least', { count }),
      })),
    },
    { name: 'asOf', label: t('ageing.as_of'), kind: 'day' },
  ];
}

export function AgeingList() {
  const t = useTexts('collections');
  const may = useMay();
  const [promising, setPromising] = useState<Aged>();
  return (
    <>
      <ListPage
        endpoint={ageing}
        title={t('ageing.title')}
        about={t('ageing.about')}
        searchLabel={t('ageing.search')}
        columns={useColumns()}
        idOf={(row) => row.connectionId}
        nameOf={(row) => row.connectionNumber}
        filters={useFilters()}
        actions={(row) =>
          may('collections:promise') ? [{ label: t('promise.note'), run: () => setPromising(row) }] : []
        }
        exports={useExports(ageingDownload, 'due-bills')}
        empty={{ title: t('ageing.empty'), text: t('ageing.empty_help') }}
      />
      {promising ? <PromiseDialog row={promising} close={() => setPromising(undefined)} /> : null}
    </>
  );
}
