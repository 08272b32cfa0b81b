/** What is known of the paper: whether it counts, and what it says. */
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { CheckedPaper } from '../contract.ts';
import style from './paper-page.module.css';

export function PaperAnswer({ paper }: { paper: CheckedPaper }) {
  const t = useTexts('papers');
  const language = useLanguage();
  const { day, digits, money } = useFormats();
  const {
    kind,
    number,
    issuedOn,
    amountMinor,
    leftMinor,
    byNewOwnerMinor,
    holder,
    holderBn,
    place,
    state,
    endedOn,
  } = paper;
  const plot = usePlace()(place ?? {});
  const isValid = state === 'valid';
  const heading = useRef<HTMLHeadingElement>(null);
  // Also if the button was pressed at the foot of a phone's page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer moves there again
  useEffect(() => heading.current?.focus(), [paper]);
  const facts: [label: string, value: string][] = [
    [t('check.paper'), kind[language]],
    [t('check.paper_number'), digits(number)],
    [t('check.issued'), day(issuedOn)],
    ...(amountMinor === null ? [] : [[t('check.amount'), money(amountMinor)] as [string, string]]),
    ...(plot ? [[t('check.plot'), plot] as [string, string]] : []),
    ...paper.facts.map(({ name, value }): [string, string] => [
      t(`check.fact_${name}`),
      name === 'dueOn' || name === 'validUntil' ? day(value) : digits(value),
    ]),
    [t('check.holder'), language === 'bn' ? (holderBn ?? holder) : holder],
  ];
  const Icon = isValid ? IconCircleCheck : IconAlertTriangle;
  return (
    <section className={style.answer} data-state={state}>
      <div className={style.verdict}>
        <Icon size={28} stroke={1.8} aria-hidden="true" />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {t(isValid ? 'check.valid' : 'check.ended')}
          </h2>
          <p>{verdict()}</p>
        </div>
      </div>
      <dl className={style.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={style.compare}>{t('check.compare')}</p>
    </section>
  );

  function verdict(): string {
    if (isValid && leftMinor !== null) {
      if (byNewOwnerMinor === 0)
        return leftMinor > 0 ? t('check.owed_text', { amount: money(leftMinor) }) : t('check.paid_text');
      const amounts = { amount: money(leftMinor), part: money(byNewOwnerMinor) };
      return t(byNewOwnerMinor === leftMinor ? 'check.new_owner_text' : 'check.new_owner_part_text', amounts);
    }
    if (isValid) return t(paper.goesBack ? 'check.goes_back_text' : 'check.valid_text');
    if (paper.goesBack && endedOn) return t('check.gone_back_text', { day: day(endedOn) });
    return endedOn ? t('check.ended_text', { day: day(endedOn) }) : t('check.ended_undated');
  }
}
