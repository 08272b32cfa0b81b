/** Of whom an application waits for what: the same words on its page and on the board. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail, ApplicationItem } from '../../contract.ts';

type Step = NonNullable<NonNullable<ApplicationDetail['next']>['step']>;
type Waits = Pick<ApplicationItem, 'state' | 'overlay' | 'deskRole' | 'surveyState' | 'installedOn'> & {
  /** A record knows the step and whom it is for; a card has the facts of the list. */
  next?: ApplicationDetail['next'];
};

export function useWaitsFor(): (application: Waits) => string {
  const t = useTexts('applications');
  const roleName = useRoleName();
  return (application) => {
    const { state, overlay, deskRole, next } = application;
    if (overlay) return t(`waits_held.${overlay}`);
    if (state === 'WAITING_FOR_REVIEW' && deskRole) return roleName(deskRole, deskRole);
    const isApplicants = state === 'READY_TO_PAY' || state === 'RECORRECTION';
    const person = isApplicants ? null : next?.person;
    const step = next ? next.step : stepOf(application);
    return person ?? (step ? t(`waits_of.${step}`) : t(`waits.${state}`));
  };
}

/** The two steps of which the list's row tells that the one before is done. */
function stepOf({ state, surveyState, installedOn }: Waits): Step | null {
  if (state === 'READY_TO_SURVEY' && surveyState === 'SUBMITTED') return 'approve-survey';
  if (state === 'READY_FOR_METER_INSTALLATION' && installedOn) return 'confirm-installation';
  return null;
}
