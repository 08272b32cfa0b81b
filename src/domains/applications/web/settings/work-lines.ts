/** The settings of the work as lines of words, for what a change means before it is saved. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { TIMED_STATES, type WorkSettings } from '../../settings/settings.rules.ts';

export type Line = { label: string; value: string };
/** 4 January 1970 was a Sunday. */
const SUNDAY = 4;

/** Names of the days of the week, Sunday first. */
export function useWeekdays(): string[] {
  const { weekday } = useWeekdayFormat();
  return Array.from({ length: 7 }, (_, index) => weekday(index));
}

function useWeekdayFormat() {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === 'bn' ? 'bn-BD' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return { weekday: (index: number) => format.format(new Date(Date.UTC(1970, 0, SUNDAY + index))) };
}

export function useWorkLines(): (work: WorkSettings) => Line[] {
  const t = useTexts('settings');
  const words = useTexts('applications');
  const common = useTexts('common');
  const { number, digits, day, money } = useFormats();
  const weekdays = useWeekdays();
  const figure = (value: unknown, unit: string) =>
    typeof value === 'number' && !Number.isNaN(value) ? `${number(value)} ${unit}` : '';
  const answer = (value: boolean) => t(value ? 'rules.yes' : 'rules.no');
  const written = (minor: unknown) => (typeof minor === 'number' && !Number.isNaN(minor) ? money(minor) : '');
  const cubicMetres = common('units.cubic_metres');
  return ({ completion, ...work }) => [
    { label: t('rules.applications.opens'), value: digits(work.office?.opensAt ?? '') },
    { label: t('rules.applications.closes'), value: digits(work.office?.closesAt ?? '') },
    {
      label: t('rules.applications.weekend'),
      value: (work.office?.weekend ?? []).map((index) => weekdays[index]).join(', '),
    },
    {
      label: t('rules.applications.holidays'),
      value: (work.office?.holidays ?? []).map((holiday) => day(holiday)).join(', '),
    },
    ...TIMED_STATES.map((state) => ({
      label: words(`states.${state}`),
      value: figure(work.slaHours?.[state], t('rules.hours')),
    })),
    {
      label: t('rules.applications.soon'),
      value: figure(work.escalation?.soonPercent, t('rules.percent')),
    },
    {
      label: t('rules.applications.far'),
      value: figure(work.escalation?.farPercent, t('rules.percent')),
    },
    { label: t('rules.applications.validity'), value: figure(work.validityDays, t('rules.days')) },
    { label: t('rules.applications.correction'), value: figure(work.correctionDays, t('rules.days')) },
    { label: t('rules.applications.draft'), value: figure(work.draftDays, t('rules.days')) },
    { label: t('rules.applications.archive'), value: figure(work.archiveAfterMonths, t('rules.months')) },
    { label: t('rules.applications.usual_length'), value: figure(work.usualDistanceM, common('units.m')) },
    { label: t('rules.applications.usual_quantity'), value: figure(work.usualQuantity, '') },
    {
      label: t('rules.applications.labour_percent'),
      value: figure(completion?.labourPercent, t('rules.percent')),
    },
    { label: t('rules.applications.labour'), value: written(completion?.labourMinor) },
    { label: t('rules.applications.most_labour'), value: written(completion?.mostLabourMinor) },
    { label: t('rules.applications.lost'), value: figure(completion?.lostM3, cubicMetres) },
    { label: t('rules.applications.most_lost'), value: figure(completion?.mostLostM3, cubicMetres) },
    { label: t('rules.applications.partial'), value: answer(work.partialPayment) },
    { label: t('rules.applications.each_document'), value: answer(work.checkEachDocument) },
  ];
}
