/** "Confirm Meter Reading": figures with which meters went, beside what was measured before and after. */
import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useIntent } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  discardFinal,
  type FinalFigure,
  listFinals,
  listFinalsDownload,
  settleFinal,
} from '../../changes/contract.ts';
import { useConsumerName, useSectorOptions } from '../words.tsx';
import { two, useCauseOptions, useChangeWords } from './words.tsx';

function useFinalColumns(): Column<FinalFigure>[] {
  const t = useTexts('meters');
  const { digits, shortDay, cubicMetres } = useFormats();
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
    {
      key: 'meter',
      fields: ['meterNumber', 'cause'],
      title: t('meter'),
      value: (row) => two(digits(row.meterNumber), row.cause && causeName(row.cause)),
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
    },
    {
      key: 'removed',
      fields: ['removedOn'],
      title: t('finals.removed'),
      value: (row) => shortDay(row.removedOn),
      sort: 'removedOn',
    },
    {
      key: 'final',
      fields: ['finalLitres'],
      title: t('finals.final'),
      kind: 'number',
      value: (row) => cubicMetres(row.finalLitres),
      onCard: true,
    },
    {
      key: 'used',
      fields: ['usedLitres', 'expectedLitres'],
      title: t('finals.used'),
      value: (row) =>
        two(
          cubicMetres(row.usedLitres),
          row.expectedLitres === null ? null : t('finals.expected', { expected: row.expectedLitres }),
        ),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      onCard: true,
    },
    {
      key: 'before',
      fields: ['lastOn', 'lastLitres'],
      title: t('finals.before'),
      value: (row) => two(cubicMetres(row.lastLitres), shortDay(row.lastOn)),
    },
    {
      key: 'next',
      fields: ['newMeterNumber', 'openingLitres', 'newLastLitres'],
      title: t('finals.next'),
      value: (row) => {
        if (row.newMeterNumber === null || row.openingLitres === null) return t('finals.none');
        const { openingLitres: opening, newLastLitres: last } = row;
        return two(
          digits(row.newMeterNumber),
          last === null ? t('finals.next_unread', { opening }) : t('finals.next_read', { opening, last }),
        );
      },
    },
  ];
}

type Asked = { what: 'confirm' | 'discard'; final: FinalFigure };

const isOpen = ({ hindrance }: FinalFigure) => hindrance === null;

export function FinalList() {
  const t = useTexts('meters');
  const columns = useFinalColumns();
  const [open, setOpen] = useState<Asked | null>(null);
  const close = () => setOpen(null);
  const actions = (final: FinalFigure) =>
    isOpen(final)
      ? [
          { label: t('finals.confirm'), run: () => setOpen({ what: 'confirm', final }) },
          { label: t('finals.discard'), danger: true, run: () => setOpen({ what: 'discard', final }) },
        ]
      : [];
  return (
    <>
      <ListPage
        endpoint={listFinals}
        exports={useExports(listFinalsDownload, 'removed-meters')}
        title={t('finals.title')}
        about={t('finals.about')}
        searchLabel={t('search')}
        columns={columns}
        actions={actions}
        tabs={{
          name: 'confirmed',
          counts: ({ counts }: EndpointAnswer<typeof listFinals>) => ({
            false: counts.waiting,
            true: counts.confirmed,
          }),
          items: [
            { value: 'false', label: t('finals.waiting') },
            { value: 'true', label: t('finals.confirmed') },
          ],
        }}
        filters={[
          { name: 'cause', label: t('changes.cause'), options: useCauseOptions() },
          { name: 'from', label: t('finals.from'), kind: 'day' },
          { name: 'until', label: t('finals.until'), kind: 'day' },
          { name: 'sectorId', label: t('sector'), options: useSectorOptions() },
        ]}
        nameOf={(row) => row.meterNumber}
        empty={{ title: t('finals.empty'), text: t('finals.empty_help') }}
      />
      {open ? (
        <RowDialog endpoint={listFinals} columns={columns} rows={[open.final]} fits={isOpen}>
          {(final) =>
            open.what === 'confirm' ? (
              <ConfirmDialog final={final} close={close} />
            ) : (
              <DiscardDialog final={final} close={close} />
            )
          }
        </RowDialog>
      ) : null}
    </>
  );
}

type DialogProps = { final: FinalFigure; close: () => void };

function ConfirmDialog({ final, close }: DialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { finalLitres, lastLitres } = final;
  const form = useForm(settleFinal, {
    initial: { finalLitres },
    extra: { id: final.id, seenLitres: finalLitres },
    onDone: () => {
      close();
      return toast('success', t('finals.done'));
    },
  });
  const typed = form.valueOf('finalLitres');
  const figure = typeof typed === 'number' ? typed : finalLitres;
  const used = figure === finalLitres ? final.usedLitres : Math.max(0, figure - lastLitres);
  return (
    <FormDialog title={t('finals.confirm_title', { meter: digits(final.meterNumber) })} close={close}>
      <FormBody form={form} submit={t('finals.confirm')} cancel={close}>
        <p>{t('finals.confirm_about', { last: lastLitres, day: final.lastOn, used })}</p>
        <VolumeField form={form} name="finalLitres" label={t('finals.figure')} required autoFocus />
        {figure === finalLitres ? null : (
          <LongTextField form={form} name="reason" label={t('finals.reason')} required />
        )}
      </FormBody>
    </FormDialog>
  );
}

/** The form of the other decision, with the figure that the meter ends with. */
function DiscardDialog({ final, close }: DialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const send = useIntent();
  const { id, finalLitres: seenLitres, lastLitres } = final;
  const typed = useRef('');
  const form: Form<z.input<(typeof settleFinal)['body']>> = useForm(settleFinal, {
    initial: { finalLitres: lastLitres, reason: '' },
    extra: { id, seenLitres },
    finds: () => (typed.current.trim() ? [] : [{ path: 'reason', code: 'common.required' }]),
    sendBy: () => send(discardFinal, { params: { id }, body: { seenLitres, reason: typed.current } }),
    onDone: () => {
      close();
      return toast('success', t('finals.discarded'));
    },
  });
  typed.current = String(form.valueOf('reason') ?? '');
  return (
    <FormDialog title={t('finals.discard_title', { meter: digits(final.meterNumber) })} close={close}>
      <FormBody form={form} submit={t('finals.discard')} danger cancel={close}>
        <p>{t('finals.discard_about', { last: lastLitres, day: final.lastOn })}</p>
        <LongTextField form={form} name="reason" label={t('finals.discard_reason')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}
