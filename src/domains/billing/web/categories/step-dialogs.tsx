/** Steps about a proposed category that ask for words: refuse it, take it back, note that its end was looked at. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  type CategoryChangeDetail,
  checkCategoryEnd,
  refuseCategory,
  withdrawCategory,
} from '../../categories/contract.ts';
import { useCategoryNames } from './words.tsx';

type DialogProps = { change: CategoryChangeDetail; close: () => void };

export function RefuseDialog({ change, close }: DialogProps) {
  const t = useTexts('categories');
  const { digits } = useFormats();
  const form = useForm(refuseCategory, {
    initial: { answer: '' },
    input: { params: { id: change.id } },
    extra: { version: change.version },
    onDone: () => {
      close();
      return toast('success', t('decide.refused'));
    },
  });
  return (
    <FormDialog title={t('decide.refuse_title', { number: digits(change.number) })} close={close}>
      <FormBody form={form} submit={t('decide.refuse')} cancel={close}>
        <LongTextField form={form} name="answer" label={t('decide.answer')} required />
      </FormBody>
    </FormDialog>
  );
}

export function WithdrawDialog({ change, close }: DialogProps) {
  const t = useTexts('categories');
  const { digits } = useFormats();
  const form = useForm(withdrawCategory, {
    initial: { answer: '' },
    input: { params: { id: change.id } },
    extra: { version: change.version },
    onDone: () => {
      close();
      return toast('success', t('decide.withdrawn'));
    },
  });
  return (
    <FormDialog title={t('decide.withdraw_title', { number: digits(change.number) })} close={close}>
      <FormBody form={form} submit={t('decide.withdraw')} cancel={close}>
        <LongTextField form={form} name="answer" label={t('decide.answer')} required />
      </FormBody>
    </FormDialog>
  );
}

export function CheckDialog({ change, close }: DialogProps) {
  const t = useTexts('categories');
  const { day } = useFormats();
  const { nextOf } = useCategoryNames();
  const form = useForm(checkCategoryEnd, {
    initial: { words: '' },
    input: { params: { id: change.id } },
    extra: { version: change.version },
    onDone: () => {
      close();
      return toast('success', t('check.done'));
    },
  });
  const asked = { category: nextOf(change), day: change.untilDay === null ? '' : day(change.untilDay) };
  return (
    <FormDialog title={t('check.title', asked)} close={close}>
      <FormBody form={form} submit={t('check.submit')} cancel={close}>
        <p>{t('check.about')}</p>
        <LongTextField form={form} name="words" label={t('check.words')} required />
      </FormBody>
    </FormDialog>
  );
}
