/** What the application waits for, of whom, and since when. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { CLOSED_STATES } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { useWaitsFor } from '../board/waits-for.ts';
import style from './record.module.css';

export function Waiting({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const waitsFor = useWaitsFor();
  const { day } = useFormats();
  const { state, stateSince, deskSince, overlay, overlayOn } = application;
  const since = day((overlay && overlayOn) ?? deskSince ?? stateSince);
  return (
    <span className={style.waiting}>
      {CLOSED_STATES.includes(state)
        ? t('record.closed_since', { day: since })
        : t('record.waits_for', { whom: waitsFor(application), day: since })}
      {application.overdue ? <StateChip tone="red">{t('record.late')}</StateChip> : null}
    </span>
  );
}
