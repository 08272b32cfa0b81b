/** The totals proof, shown as one: what has to be equal is side by side, with the verdict behind it. */
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { getRun } from '../../bill-run/contract.ts';
import style from './runs.module.css';

type Run = EndpointAnswer<typeof getRun>;

function Verdict({ isEqual, difference }: { isEqual: boolean | null; difference: string }) {
  const t = useTexts('billing');
  const [Icon, text, tone] =
    isEqual === null
      ? [IconClock, t('runs.after_posting'), 'grey']
      : isEqual
        ? [IconCircleCheck, t('runs.equal'), 'green']
        : [IconAlertCircle, difference, 'red'];
  return (
    <span className={style.verdict} data-tone={tone}>
      <Icon size={18} aria-hidden="true" /> {text}
    </span>
  );
}

type EquationProps = { terms: [label: string, value: string][]; sign?: string; verdict: ReactNode };

function Equation({ terms, sign = '=', verdict }: EquationProps) {
  return (
    <div className={style.equation}>
      {terms.map(([label, value], index) => (
        <div key={label} className={style.term}>
          {index > 0 ? (
            <span className={style.sign} aria-hidden="true">
              {index === terms.length - 1 ? '=' : sign}
            </span>
          ) : null}
          <div>
            <div className={style.value}>{value}</div>
            <div className={style.label}>{label}</div>
          </div>
        </div>
      ))}
      {verdict}
    </div>
  );
}

export function Proof({ run }: { run: Run }) {
  const t = useTexts('billing');
  const { number, money } = useFormats();
  const { proof } = run;
  const missing = proof.connections - proof.billed - proof.held;
  const isPosted = run.state === 'POSTED';
  const after: [string, string][] = [
    [
      t(run.correction ? 'correction_run.proof_documents' : 'runs.proof_invoiced'),
      money(proof.invoicedMinor),
    ],
    [t('runs.proof_posted'), money(proof.postedMinor)],
  ];
  const apart = Math.max(
    Math.abs(proof.totalMinor - proof.invoicedMinor),
    Math.abs(proof.totalMinor - proof.postedMinor),
  );
  return (
    <Sheet title={t('runs.proof')}>
      <p className={style.label}>{t(run.correction ? 'correction_run.proof_about' : 'runs.proof_about')}</p>
      <Equation
        sign="+"
        terms={[
          [t(run.correction ? 'correction_run.BILLED' : 'runs.proof_billed'), number(proof.billed)],
          [t('runs.proof_held'), number(proof.held)],
          [
            t(run.correction ? 'correction_run.bills_concerned' : 'runs.proof_connections'),
            number(proof.connections),
          ],
        ]}
        verdict={
          <Verdict
            isEqual={proof.complete && missing === 0}
            difference={t('runs.different', { count: Math.abs(missing) })}
          />
        }
      />
      <Equation
        terms={[
          [t(run.correction ? 'correction_run.proof_total' : 'runs.proof_total'), money(proof.totalMinor)],
          ...(isPosted ? after : []),
        ]}
        verdict={
          <Verdict
            isEqual={isPosted ? apart === 0 : null}
            difference={t('runs.different_amount', { amount: apart })}
          />
        }
      />
    </Sheet>
  );
}
