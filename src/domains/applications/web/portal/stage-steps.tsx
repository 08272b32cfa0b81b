/** The stages from submitting to water, with the present stage of the application. */
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useTexts } from '#web/texts/texts.ts';
import type { State } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';
import stepStyle from '../chain-stepper.module.css';
import { ownState } from '../words.tsx';

const WAY = [
  ...(['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
  ...(['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED'] as const),
] satisfies State[];

/** The stage that counts: a correction belongs to the stage that asked, an end to the one before it. */
function stageOf({ state, originState }: Pick<ApplicationDetail, 'state' | 'originState'>): number {
  const known = (WAY as readonly State[]).indexOf(state);
  return known >= 0 ? known : (WAY as readonly (State | null)[]).indexOf(originState);
}

export function StageSteps({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { state } = application;
  const current = stageOf(application);
  const isOver = state === 'REJECTED' || state === 'WITHDRAWN' || state === 'EXPIRED';
  return (
    <ol className={stepStyle.steps}>
      {WAY.map((stage, index) => {
        const isDone = index < current || state === 'CONNECTED';
        const isHere = index === current && !isDone;
        const word = isDone ? 'APPROVED' : isHere ? (isOver ? 'REJECTED' : 'OPEN') : 'WAITING';
        const Icon = isDone ? IconCheck : isHere ? (isOver ? IconX : IconClock) : null;
        return (
          <li
            key={stage}
            className={stepStyle.step}
            data-state={word}
            aria-current={isHere ? 'step' : undefined}
          >
            <span className={stepStyle.dot}>
              {Icon ? <Icon size={14} stroke={2.4} aria-hidden="true" /> : null}
            </span>
            <div>
              <div className={stepStyle.name}>{t(`way.${stage}`)}</div>
              {isHere ? <div className={stepStyle.soft}>{t(ownState(state))}</div> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
