/** What kind of work it is; below the choice, how soon it is done and whether it is charged. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { listCategories } from '../../contract.ts';
import { CASE_CATEGORIES, HOURS_OF_DAY, runsAlways } from '../../work-order.rules.ts';

export function CategoryField({ form }: { form: FormFields<'categoryId'> }) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { data, isPending } = useAnswer(listCategories, {}, { afterActs: 'when-shown' });
  const all = data?.items ?? [];
  const chosen = all.find(({ id }) => id === form.valueOf('categoryId'));
  // What only a case of late bills asks for is shown if the order is one, and not offered.
  const categories = all.filter((kind) => kind === chosen || !CASE_CATEGORIES.includes(kind.code));
  const within = ({ hours, priority }: NonNullable<typeof chosen>) =>
    runsAlways(priority)
      ? t('ask.hours', { count: hours })
      : t('ask.days', { count: Math.ceil(hours / HOURS_OF_DAY) });
  const help = chosen
    ? `${within(chosen)} ${t(chosen.chargeable ? 'ask.charged' : 'ask.free')}`
    : t('ask.category_help');
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
