/** The instalments of a plan, or of one that is thought of: when, how much, what is paid of each. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Instalment } from '../../payment-plans/contract.ts';
import type { Part } from '../../payment-plans/plan.rules.ts';
import style from './plans.module.css';
import { InstalmentChip } from './words.tsx';

type Shown = Part & Partial<Pick<Instalment, 'state' | 'paidMinor' | 'untilDay'>>;

/** @param isOver nothing of it is to come any more */
export function PartsTable({ parts, isOver = false }: { parts: readonly Shown[]; isOver?: boolean }) {
  const t = useTexts('payment_plans');
  const { day, money, digits } = useFormats();
  const hasStates = parts.some(({ state }) => state !== undefined);
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{t('parts.number')}</th>
          <th scope="col">{t('parts.due')}</th>
          <th scope="col" className={style.figure}>
            {t('parts.amount')}
          </th>
          {hasStates ? <th scope="col">{t('parts.state')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {parts.map(({ seq, dueOn, amountMinor, state, paidMinor = 0, untilDay }) => (
          <tr key={seq}>
            <td>{digits(String(seq))}</td>
            <td>
              {day(dueOn)}
              {state === 'MISSED' && untilDay ? (
                <span className={style.paid}>{t('parts.until', { day: day(untilDay) })}</span>
              ) : null}
            </td>
            <td className={style.figure}>
              {money(amountMinor)}
              {paidMinor > 0 && paidMinor < amountMinor ? (
                <span className={style.paid}>{t('parts.of_it_paid', { amount: paidMinor })}</span>
              ) : null}
            </td>
            {hasStates ? (
              <td>{state && !(isOver && state === 'DUE') ? <InstalmentChip state={state} /> : null}</td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
