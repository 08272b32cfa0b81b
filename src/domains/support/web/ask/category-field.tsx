/** What a ticket is about; below the choice, how soon it is answered and solved. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { listTicketCategories } from '../../contract.ts';

export function CategoryField({ form }: { form: FormFields<'categoryId'> }) {
  const t = useTexts('support');
  const nameIn = useNameIn();
  const { data, isPending } = useAnswer(listTicketCategories, {}, { afterActs: 'when-shown' });
  const categories = (data?.items ?? []).filter(({ isActive }) => isActive);
  const chosen = categories.find(({ id }) => id === form.valueOf('categoryId'));
  const help = chosen ? t('ask.answered_within', { count: chosen.answerHours }) : t('ask.category_help');
  return (
    <SelectField
      form={form}
      name="categoryId"
      label={t('ask.category')}
      help={<span aria-live="polite">{help}</span>}
      options={categories.map(({ id, nameEn, nameBn }) => ({ value: id, label: nameIn(nameEn, nameBn) }))}
      isLoading={isPending}
      required
    />
  );
}
