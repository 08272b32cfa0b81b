/** Steps about an empty house that ask for words: refuse it, take it back, end it before its last day, add the register of its first day or of the return. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  type EmptyHouseDetail,
  endEmptyHouse,
  noteEmptyReturn,
  noteEmptyStart,
  refuseEmptyHouse,
  withdrawEmptyHouse,
} from '../../empty-houses/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

type DialogProps = { house: EmptyHouseDetail; close: () => void };

export function RefuseDialog({ house, close }: DialogProps) {
  const t = useTexts('empty_houses');
  const { digits } = useFormats();
  const form = useForm(refuseEmptyHouse, {
    initial: { answer: '' },
    input: { params: { id: house.id } },
    extra: { version: house.version },
    onDone: () => {
      close();
      return toast('success', t('decide.refused'));
    },
  });
  return (
    <FormDialog title={t('decide.refuse_title', { number: digits(house.number) })} close={close}>
      <FormBody form={form} submit={t('decide.refuse')} cancel={close}>
        <LongTextField form={form} name="answer" label={t('decide.answer')} required />
      </FormBody>
    </FormDialog>
  );
}

export function WithdrawDialog({ house, close }: DialogProps) {
  const t = useTexts('empty_houses');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const form = useForm(withdrawEmptyHouse, {
    initial: { answer: '' },
    input: { params: { id: house.id } },
    extra: { version: house.version },
    onDone: () => {
      close();
      return toast('success', t(isConsumer ? 'own.taken_back' : 'decide.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('decide.withdraw_title', { number: digits(house.number) })} close={close}>
      <FormBody form={form} submit={t('decide.withdraw')} cancel={close} cancelLabel={t('decide.back_out')}>
        <LongTextField form={form} name="answer" label={t('decide.answer')} required={!isConsumer} />
      </FormBody>
    </FormDialog>
  );
}

export function EndDialog({ house, close }: DialogProps) {
  const t = useTexts('empty_houses');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  const form = useForm(endEmptyHouse, {
    initial: { answer: '' },
    input: { params: { id: house.id } },
    extra: { version: house.version },
    onDone: () => {
      close();
      return toast('success', t(isConsumer ? 'own.ended' : 'decide.ended'));
    },
  });
  return (
    <FormDialog title={t('decide.end_title', { number: digits(house.number) })} close={close}>
      <FormBody form={form} submit={t('decide.end')} cancel={close}>
        <DayField
          form={form}
          name="untilDay"
          label={t('note.until')}
          help={t('decide.end_help', { from: house.fromDay })}
          required
        />
        <LongTextField form={form} name="answer" label={t('decide.answer')} required />
      </FormBody>
    </FormDialog>
  );
}

export function StartDialog({ house, close }: DialogProps) {
  const t = useTexts('empty_houses');
  const form = useForm(noteEmptyStart, {
    initial: { words: '' },
    input: { params: { id: house.id } },
    extra: { version: house.version },
    onDone: () => {
      close();
      return toast('success', t('decide.start_done'));
    },
  });
  return (
    <FormDialog title={t('decide.start_title', { from: house.fromDay })} close={close}>
      <FormBody form={form} submit={t('decide.start')} cancel={close}>
        <p>{t('decide.start_about')}</p>
        <VolumeField form={form} name="startLitres" label={t('note.start')} required />
        <LongTextField form={form} name="words" label={t('decide.start_words')} required />
      </FormBody>
    </FormDialog>
  );
}

export function ReturnDialog({ house, close }: DialogProps) {
  const t = useTexts('empty_houses');
  const form = useForm(noteEmptyReturn, {
    initial: { words: '' },
    input: { params: { id: house.id } },
    extra: { version: house.version },
    onDone: () => {
      close();
      return toast('success', t('decide.start_done'));
    },
  });
  return (
    <FormDialog title={t('decide.back_title', { until: house.untilDay })} close={close}>
      <FormBody form={form} submit={t('decide.back')} cancel={close}>
        <p>{t('decide.back_about')}</p>
        <VolumeField form={form} name="returnLitres" label={t('record.back')} required />
        <LongTextField form={form} name="words" label={t('decide.start_words')} required />
      </FormBody>
    </FormDialog>
  );
}
