/** States and causes of a change of meter, in the language of the screen. */
import type { ReactNode } from 'react';
import { useLanguage } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  CHANGE_CAUSES,
  CHANGE_STATES,
  type ChangeCause,
  type ChangeState,
} from '../../changes/change.rules.ts';
import { CAUSE_NAMES, CHANGE_STATE_NAMES } from '../../changes/names.rules.ts';
import style from '../meters.module.css';

/** Two facts of a cell, under each other, or in one line where rows are close. */
export const two = (first: ReactNode, second: ReactNode): ReactNode => (
  <span className={style.two}>
    {first}
    <span className={style.under}>{second}</span>
  </span>
);

const TONES: Record<ChangeState, Tone> = {
  REQUESTED: 'amber',
  RETURNED: 'blue',
  ACCEPTED: 'green',
  REFUSED: 'red',
  WITHDRAWN: 'grey',
};

export function useChangeWords() {
  const at = useLanguage() === 'bn' ? 1 : 0;
  return {
    stateName: (state: ChangeState) => CHANGE_STATE_NAMES[state][at],
    causeName: (cause: ChangeCause) => CAUSE_NAMES[cause][at],
  };
}

export function useCauseOptions() {
  const { causeName } = useChangeWords();
  return CHANGE_CAUSES.map((value) => ({ value, label: causeName(value) }));
}

export function useStateTabs() {
  const { stateName } = useChangeWords();
  return CHANGE_STATES.map((value) => ({ value, label: stateName(value) }));
}

export function ChangeStateChip({ state }: { state: ChangeState }) {
  const { stateName } = useChangeWords();
  return <StateChip tone={TONES[state]}>{stateName(state)}</StateChip>;
}
