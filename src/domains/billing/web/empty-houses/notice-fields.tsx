/** What a notice of an empty house says, from the household or noted by the office. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { listEmptyHouses } from '../../empty-houses/contract.ts';
import { EMPTY_REASONS, latestUntil } from '../../empty-houses/empty-house.rules.ts';

type Name = 'fromDay' | 'untilDay' | 'reason' | 'startLitres';

/** Of today. They come with the list that the household's page has asked for already. */
const useRules = () => useAnswer(listEmptyHouses, { query: { limit: 50 } }).data?.rules;

/** How much is owed, and up to what use, by the rules of today. */
export function NoticeRules() {
  const t = useTexts('empty_houses');
  const { cubicMetres, digits } = useFormats();
  const rules = useRules();
  if (!rules) return null;
  const { fixedOwedPercent, minimumOwedPercent, emptyLitres } = rules;
  const percent = (value: number) => digits(`${value}%`);
  return (
    <p>
      {t('note.rules', {
        fixed: percent(fixedOwedPercent),
        minimum: percent(minimumOwedPercent),
        most: cubicMetres(emptyLitres),
      })}
    </p>
  );
}

export function NoticeFields({ form }: { form: FormFields<Name> }) {
  const t = useTexts('empty_houses');
  const rules = useRules();
  const from = form.valueOf('fromDay');
  const latest = rules && isDay(from) ? latestUntil(from, rules) : null;
  return (
    <>
      <FieldRow>
        <DayField form={form} name="fromDay" label={t('note.from')} required />
        <DayField
          form={form}
          name="untilDay"
          label={t('note.until')}
          help={latest ? t('note.until_latest', { day: latest }) : t('note.until_help')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          form={form}
          name="reason"
          label={t('note.reason')}
          required
          options={EMPTY_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <VolumeField form={form} name="startLitres" label={t('note.start')} help={t('note.start_help')} />
      </FieldRow>
    </>
  );
}
