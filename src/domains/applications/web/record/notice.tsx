/** What everybody has to know first: why it waits, or what the applicant was asked to correct. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import style from './record.module.css';

export function Notice({ application }: { application: ApplicationDetail }) {
  const { overlay, recorrection, state } = application;
  if (overlay) return <Held application={application} />;
  if (state !== 'RECORRECTION' || !recorrection) return null;
  return <Asked correction={recorrection} />;
}

function Held({ application: { overlayReason, overlayUntil } }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { day } = useFormats();
  const reason = overlayReason ?? '';
  return (
    <p className={style.notice} data-tone="violet">
      {overlayUntil
        ? t('record.held_until', { reason, day: day(overlayUntil) })
        : t('record.held', { reason })}
    </p>
  );
}

function Asked({ correction }: { correction: NonNullable<ApplicationDetail['recorrection']> }) {
  const t = useTexts('applications');
  const { day } = useFormats();
  return (
    <section className={style.notice} data-tone="amber" aria-label={t('states.RECORRECTION')}>
      <p>
        <b>{correction.reason}</b>
        <span className={style.by}>{` ${correction.askedBy}, ${day(correction.askedAt)}`}</span>
      </p>
      <ul className={style.asked}>
        {correction.items.map((item) => (
          <li key={item.kind ?? item.part}>
            <span>
              {item.kind ? t(`kinds.${item.kind}`) : t(`parts.${item.part}`)}
              {item.remark ? `: ${item.remark}` : null}
            </span>
            <StateChip tone={item.corrected ? 'green' : 'amber'}>
              {t(item.corrected ? 'tracker.corrected' : 'tracker.to_correct')}
            </StateChip>
          </li>
        ))}
      </ul>
    </section>
  );
}
