/** The planning authority's desks in their order, with who decided when. */
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../contract.ts';
import style from './chain-stepper.module.css';
import { useNameFor } from './name-for.ts';

type Step = ApplicationDetail['chain'][number];
const ICONS = { WAITING: null, OPEN: IconClock, APPROVED: IconCheck, REJECTED: IconX };

function StepLine({ step }: { step: Step }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const nameFor = useNameFor();
  const { instant, day } = useFormats();
  const Icon = ICONS[step.state];
  const at = step.decidedAt ?? step.openedAt;
  const decided = { name: nameFor(step.decidedBy ?? '', step.onBehalfOf), at: at ? instant(at) : '' };
  const told = () => {
    if (step.state === 'WAITING') return t('noc.later');
    if (step.state === 'APPROVED') return t('noc.approved_by', decided);
    if (step.state === 'REJECTED') return t('noc.refused_by', decided);
    return t('noc.since', {
      at: at ? instant(at) : '',
      due: step.dueAt ? instant(step.dueAt) : '—',
    });
  };
  return (
    <li
      className={style.step}
      data-state={step.state}
      aria-current={step.state === 'OPEN' ? 'step' : undefined}
    >
      <span className={style.dot}>{Icon ? <Icon size={14} stroke={2.4} aria-hidden="true" /> : null}</span>
      <div>
        <div className={style.name}>{roleName(step.roleCode, step.name)}</div>
        {step.officerName && step.state !== 'APPROVED' ? (
          <div className={style.soft}>
            {step.isForwarded ? t('forward.forwarded', { name: step.officerName }) : step.officerName}
          </div>
        ) : null}
        {step.deputyName && step.deputyUntil && step.state !== 'APPROVED' ? (
          <div className={style.soft}>
            {t('delegation.in_place', { name: step.deputyName, until: day(step.deputyUntil) })}
          </div>
        ) : null}
        <div className={style.soft}>{told()}</div>
      </div>
    </li>
  );
}

export function ChainStepper({ chain }: { chain: readonly Step[] }) {
  const t = useTexts('applications');
  if (chain.length === 0) return <p className={style.soft}>{t('noc.no_chain')}</p>;
  return (
    <ol className={style.steps} aria-label={t('noc.chain')}>
      {chain.map((step) => (
        <StepLine key={step.position} step={step} />
      ))}
    </ol>
  );
}
