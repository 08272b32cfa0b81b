/**
 * A day as text or from a calendar: takes Bengali digits, shows the person's digits, week from Sunday with Friday
 * and Saturday as its end. Loaded with the first day field of a screen.
 */
import '@mantine/dates/styles.css';
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/bn-bd';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { parseDay } from './parse.ts';

type DayPickerProps = Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'valueFormat'> & {
  value: string | null;
  onDay: (day: string | null) => void;
};

export function DayPicker({ value, onDay, ...input }: DayPickerProps) {
  const t = useTexts('common');
  const { day, digits, month } = useFormats();
  const locale = useLanguage() === 'bn' ? 'bn-bd' : 'en';
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        clearable
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        {...input}
        value={value}
        onChange={(chosen) => onDay(chosen)}
        valueFormat={(chosen) => day(chosen)}
        dateParser={(text) => parseDay(text) ?? null}
        renderDay={(date) => digits(String(Number(date.slice(8, 10))))}
        monthLabelFormat={(date) => month(date)}
        yearLabelFormat={(date) => digits(date.slice(0, 4))}
        yearsListFormat="YYYY"
      />
    </DatesProvider>
  );
}
