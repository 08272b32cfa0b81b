/** What the application waits for, of whom, and since when. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { CLOSED_STATES } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';
import style from './record.module.css';

export function Waiting({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { day } = useFormats();
  const { state, stateSince, next, deskRole, deskSince } = application;
  const since = day(deskSince ?? stateSince);
  const isApplicants = state === 'READY_TO_PAY' || state === 'RECORRECTION';
  const person = isApplicants ? null : next?.person;
  const step = next?.step ? t(`waits_of.${next.step}`) : null;
  const desk = state === 'WAITING_FOR_REVIEW' && deskRole ? roleName(deskRole, deskRole) : null;
  const whom = desk ?? person ?? step ?? t(`waits.${state}`);
  const isClosed = CLOSED_STATES.includes(state);
  return (
    <span className={style.waiting}>
      {isClosed ? t('record.closed_since', { day: since }) : t('record.waits_for', { whom, day: since })}
      {application.overdue ? <StateChip tone="red">{t('record.late')}</StateChip> : null}
    </span>
  );
}
