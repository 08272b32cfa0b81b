/** How an application is named, placed and coloured on every screen. */
import { DAY_MS } from '#shared/dates.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { State } from '../application.rules.ts';
import type { ApplicationItem } from '../contract.ts';

/** Amber waits for the applicant, blue for the utility or RAJUK. */
export const STATE_TONES: Record<State, Tone> = {
  DRAFT: 'grey',
  PENDING: 'blue',
  WAITING_FOR_REVIEW: 'blue',
  WAITING_FOR_METER_NUMBER: 'blue',
  READY_TO_SURVEY: 'blue',
  READY_TO_PAY: 'amber',
  READY_FOR_METER_INSTALLATION: 'blue',
  RECORRECTION: 'amber',
  CONNECTED: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
};

type Stated = Pick<ApplicationItem, 'state' | 'overlay'>;

/** What comes next, in the words of `next`: of a survey that is handed in nobody is waited for any more. */
export const nextOf = (state: State, isSurveyed: boolean) =>
  state === 'READY_TO_SURVEY' && isSurveyed ? ('SURVEYED' as const) : state;

/** What a state is called to the applicant: not by the name of the staff's queue. */
export const ownState = (state: State) =>
  state === 'PENDING' || state === 'WAITING_FOR_METER_NUMBER'
    ? (`own_states.${state}` as const)
    : (`states.${state}` as const);

/** The last day of a demand note is past: it is not paid any more, also if nobody has ended the application yet. */
export const isPaymentOver = ({ state, expiresOn }: { state: string; expiresOn: string | null }): boolean =>
  state === 'READY_TO_PAY' && expiresOn !== null && expiresOn < today();

/** The state, or the hold that is over it. */
export function StateOf({ row, isOwn = false }: { row: Stated; isOwn?: boolean }) {
  const t = useTexts('applications');
  if (row.overlay) return <StateChip tone="violet">{t(`overlays.${row.overlay}`)}</StateChip>;
  return (
    <StateChip tone={STATE_TONES[row.state]}>
      {t(isOwn ? ownState(row.state) : `states.${row.state}`)}
    </StateChip>
  );
}

/** Whole days from an instant until now. */
export function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY_MS));
}
