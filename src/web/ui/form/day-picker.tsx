/**
 * A day as text or from a calendar: takes Bengali digits, shows the person's digits, week from Sunday with Friday
 * and Saturday as its end. What is typed and is no day stays in the field. Loaded with the first day field of a screen.
 */
import '@mantine/dates/styles.css';
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/bn-bd';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { today } from '../../today.ts';
import { isDay } from './is-day.ts';
import { parseDay } from './parse.ts';

type DayPickerProps = Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'valueFormat'> & {
  value: string | null;
  onDay: (day: string | null) => void;
  /** What was typed and is no day. */
  text?: string;
  onText?: (text: string) => void;
  /** The month that the calendar shows as long as no day is chosen. */
  opensAt?: string;
};

const GAP_PX = 8;

/** What Floating UI tells of the field and its calendar. */
type Placed = {
  placement: string;
  elements: { reference: Element };
  rects: { floating: { height: number } };
};

/**
 * A calendar above its field leaves the label and the help in sight, as far as the window has room above them. Mantine's
 * type has numbers only; it hands on what it gets, and Floating UI asks a function too.
 */
const besideLabel = (({ placement, elements: { reference }, rects }: Placed) => {
  if (!placement.startsWith('top')) return GAP_PX;
  const { top } = reference.getBoundingClientRect();
  const field = reference.closest('.mantine-InputWrapper-root')?.getBoundingClientRect();
  const room = top - rects.floating.height - GAP_PX;
  return GAP_PX + Math.max(0, Math.min(top - (field?.top ?? top), room));
}) as unknown as number;

/** The input's library writes a value that is no date like this. */
const NO_DATE = 'Invalid Date';
const LONGEST = 30;

export function DayPicker({ value, onDay, text = '', onText, opensAt, ...input }: DayPickerProps) {
  const [month, setMonth] = useState(value ?? opensAt ?? today());
  const isChosen = (day: string | undefined) =>
    day !== undefined &&
    (!input.minDate || day >= String(input.minDate)) &&
    (!input.maxDate || day <= String(input.maxDate));
  const t = useTexts('common');
  const { day, digits, month: monthName } = useFormats();
  const locale = useLanguage() === 'bn' ? 'bn-bd' : 'en';
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        clearable
        // Its calendar opens with the focus (dialog-frame.tsx).
        data-opens
        // A Tab leads on to the next field; a day that is typed is deleted by typing.
        // Beside the calendar of seven thumbs a phone of 320 px has little room left.
        popoverProps={{
          offset: besideLabel,
          styles: { dropdown: { paddingInline: 'clamp(3px, calc((100vw - 313px) / 2), 16px)' } },
        }}
        clearButtonProps={{ 'aria-label': t('actions.clear'), tabIndex: -1 }}
        {...input}
        value={value ?? (text ? NO_DATE : null)}
        onChange={(chosen) => onDay(chosen)}
        {...(onText && {
          onInput: ({ currentTarget: { value: typed } }) => {
            const written = parseDay(typed);
            if (typed.trim() === '' || isChosen(written)) return;
            // A day that may not be chosen is a day: the server answers what is wrong with it.
            if (written) onDay(written);
            else onText(typed.slice(0, LONGEST));
          },
        })}
        date={month}
        onDateChange={(shown) => setMonth(isDay(shown) ? shown : month)}
        valueFormat={(chosen) => (chosen === NO_DATE ? text : day(chosen))}
        dateParser={(text) => parseDay(text) ?? null}
        renderDay={(date) => digits(String(Number(date.slice(8, 10))))}
        monthLabelFormat={(date) => monthName(date)}
        yearLabelFormat={(date) => digits(date.slice(0, 4))}
        yearsListFormat="YYYY"
      />
    </DatesProvider>
  );
}
