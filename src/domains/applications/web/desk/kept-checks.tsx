/** What a desk checked for its decision, by whom and when. */
import { IconCheck, IconMessage } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { useNameFor } from '../name-for.ts';
import { useCheckText } from './check-text.ts';
import style from './checklist.module.css';

type KeptChecksProps = { checks: ApplicationDetail['remarks'][number]['checks'] };

export function KeptChecks({ checks }: KeptChecksProps) {
  const t = useTexts('applications');
  const { instant } = useFormats();
  const nameFor = useNameFor();
  const textOf = useCheckText();
  if (checks.length === 0) return null;
  return (
    <ul className={style.kept} aria-label={t('checks.title')}>
      {checks.map((check) => {
        const Icon = check.answer === 'CHECKED' ? IconCheck : IconMessage;
        return (
          <li key={check.id} className={style.keptLine} data-answer={check.answer}>
            <Icon size={14} stroke={2.4} aria-label={t(`checks.answers.${check.answer}`)} />
            <span>
              {textOf(check)}
              {check.remark ? `: ${check.remark}` : null}
              <span className={style.soft}>
                {' '}
                {nameFor(check.name, check.onBehalfOf)} · {instant(check.at)}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
