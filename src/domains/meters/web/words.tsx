/** What several screens of meters show: places, months, states, and what the checks found, in words. */

import { listSectors } from '#domains/settings/places/contract.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { addMonths, daysBetween, firstOfMonth } from '#shared/dates.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Option } from '#web/ui/list/filters/filter-bar.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Reading } from '../readings/contract.ts';
import { monthInForce } from '../readings/month-in-force.rules.ts';
import style from './meters.module.css';

type ReadingFlag = Reading['flags'][number];
type Named = { consumerName: string | null; consumerNameBn: string | null };

/** The consumer's name in the language of the screen. */
export function useConsumerName(): (row: Named) => string | null {
  const nameIn = useNameIn();
  return (row) => (row.consumerName === null ? null : nameIn(row.consumerName, row.consumerNameBn));
}

export function useSectorOptions(): Option[] {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { data } = useAnswer(listSectors, { query: { limit: 200 } }, { afterActs: 'when-shown' });
  return (data?.items ?? []).map(({ id, number }) => ({
    value: id,
    label: t('sector_number', { number: digits(number) }),
  }));
}

const MONTHS_BACK = 24;

/** The month that lists of readings show until another is chosen. */
export const usualMonth = () => monthInForce(today());

/** This month and the two years before it. */
export function useMonthOptions(): Option[] {
  const { month } = useFormats();
  return Array.from({ length: MONTHS_BACK }, (_, index) => {
    const value = addMonths(firstOfMonth(today()), -index);
    return { value, label: month(value) };
  });
}

const TONES: Record<Reading['state'] | 'unread', Tone> = {
  CAPTURED: 'blue',
  VALID: 'blue',
  FLAGGED: 'amber',
  APPROVED: 'green',
  ESTIMATED: 'violet',
  REREAD: 'amber',
  BILLED: 'green',
  SUPERSEDED: 'grey',
  VOID: 'grey',
  unread: 'grey',
};

export function ReadingState({ state }: { state: Reading['state'] | 'unread' }) {
  const t = useTexts('meters');
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}

const URGENT: readonly string[] = ['VERY_HIGH', 'NEGATIVE', 'FUTURE'];

/** The checks that were not passed, one chip each. */
/** @param method by which rule it was estimated */
export function FlagChips({
  flags,
  method,
}: {
  flags: readonly string[];
  method?: Reading['method'] | undefined;
}) {
  const t = useTexts('meters');
  if (flags.length === 0) return null;
  return (
    <span className={style.flags}>
      {flags.map((flag) => (
        <StateChip key={flag} tone={URGENT.includes(flag) ? 'red' : 'amber'}>
          {t(`flags.${flag as ReadingFlag}`)}
          {flag === 'ESTIMATED' && method ? `: ${t(`estimates.methods.${method}`)}` : null}
        </StateChip>
      ))}
    </span>
  );
}

type Found = Pick<
  Reading,
  | 'registerLitres'
  | 'previousLitres'
  | 'previousOn'
  | 'readOn'
  | 'consumptionLitres'
  | 'expectedLitres'
  | 'expectedFrom'
  | 'figures'
> & { method?: Reading['method'] };

/** A sentence for each check that a reading did not pass, with its figures. */
export function useWhy(): (reading: Found, flag: ReadingFlag) => string {
  const t = useTexts('meters');
  const { cubicMetres, number, day } = useFormats();
  const volume = (litres: number | null | undefined) => (litres == null ? '—' : cubicMetres(litres));
  return (reading, flag) => {
    const { figures, expectedFrom, previousOn } = reading;
    const from = expectedFrom ? t(`from.${expectedFrom}`, { count: number(figures?.readings ?? 0) }) : '';
    return t(`why.${flag}`, {
      used: volume(reading.consumptionLitres),
      expected: volume(reading.expectedLitres),
      register: volume(reading.registerLitres),
      previous: volume(reading.previousLitres),
      max: volume(figures?.registerMax),
      days: number(previousOn ? daysBetween(previousOn, reading.readOn) : 0),
      day: previousOn ? day(previousOn) : '—',
      factor: number(figures?.factor ?? 0),
      seconds: number(figures?.seconds ?? 0),
      metres: number(figures?.metres ?? 0),
      readings: number(figures?.readings ?? 0),
      rule: reading.method ? t(`estimates.methods.${reading.method}`) : '—',
      water: volume(figures?.waterLitres),
      estimated: volume(figures?.estimatedLitres),
      days_real: number(figures?.waterDays ?? 0),
      from,
    });
  };
}
