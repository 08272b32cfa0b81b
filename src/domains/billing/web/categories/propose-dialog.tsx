/** Another category of a connection from a day on, perhaps until a day from which another one follows. */
import { Alert } from '@mantine/core';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { CHANGE_REASONS, type ChangeReason } from '../../categories/category.rules.ts';
import { proposeCategory } from '../../categories/contract.ts';
import { ConnectionField } from '../connection-field.tsx';
import { useCategoryOptions } from '../tariffs/categories.ts';
import { useDaysOf, usePlanWords } from './plan-words.ts';

/** What is known already, for example when a category is prolonged. */
export type Start = {
  connectionNumber: string;
  category?: string;
  fromDay?: string;
  nextCategory?: string | null;
  reason?: ChangeReason;
  /** The first day that no bill covers. */
  earliest?: string;
};

type PlanField = 'connectionNumber' | 'category' | 'fromDay' | 'untilDay' | 'nextCategory';

/** What was agreed for later and the proposed change would take away. */
function Dropped({
  form,
  options,
}: {
  form: FormFields<PlanField>;
  options: { value: string; label: string }[];
}) {
  const { dropped } = usePlanWords();
  const text = (name: PlanField) => String(form.valueOf(name) ?? '') || null;
  const days = useDaysOf(text('connectionNumber') ?? '');
  const [category, fromDay] = [text('category'), text('fromDay')];
  if (category === null || fromDay === null) return null;
  const change = { category, fromDay, untilDay: text('untilDay'), nextCategory: text('nextCategory') };
  const sentences = dropped(
    days,
    change,
    (code) => options.find(({ value }) => value === code)?.label ?? code,
  );
  return (
    <div aria-live="polite">
      {sentences.length > 0 ? <Alert color="yellow">{sentences.join(' ')}</Alert> : null}
    </div>
  );
}

export function ProposeDialog({ start, close }: { start?: Start | undefined; close: () => void }) {
  const t = useTexts('categories');
  const go = useGo();
  const options = useCategoryOptions();
  const { earliest, ...initial } = start ?? {};
  const form = useForm(proposeCategory, {
    initial: { connectionNumber: '', untilDay: null, nextCategory: null, words: '', ...initial },
    onDone: ({ id }) => {
      close();
      go(`/billing/categories/${id}`);
      return toast('success', t('propose.done'));
    },
  });
  return (
    <FormDialog title={t('propose.title')} close={close}>
      <FormBody form={form} submit={t('propose.submit')} cancel={close}>
        <p>{t('propose.about')}</p>
        <ConnectionField form={form} label={t('propose.connection')} />
        <FieldRow>
          <SelectField form={form} name="category" label={t('propose.category')} required options={options} />
          <DayField
            form={form}
            name="fromDay"
            label={t('propose.from')}
            required
            {...(earliest ? { earliest } : {})}
          />
        </FieldRow>
        <FieldRow>
          <SelectField form={form} name="nextCategory" label={t('propose.next')} options={options} />
          <DayField form={form} name="untilDay" label={t('propose.until')} help={t('propose.until_help')} />
        </FieldRow>
        <Dropped form={form} options={options} />
        <SelectField
          form={form}
          name="reason"
          label={t('propose.reason')}
          required
          options={CHANGE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <LongTextField form={form} name="words" label={t('propose.words')} required />
      </FormBody>
    </FormDialog>
  );
}
