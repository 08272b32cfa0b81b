/** What everybody has to know first: why it waits, or what the applicant was asked to correct. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { NamedFields } from '../parts/named-fields.tsx';
import { Held } from '../portal/held.tsx';
import style from './record.module.css';

export function Notice({ application }: { application: ApplicationDetail }) {
  const { overlay, recorrection, state } = application;
  if (overlay) return <Held overlay={overlay} application={application} className={style.notice} />;
  if (state !== 'RECORRECTION' || !recorrection) return null;
  return <Asked correction={recorrection} />;
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
            <div>
              {item.kind ? t(`kinds.${item.kind}`) : t(`parts.${item.part}`)}
              {item.remark ? `: ${item.remark}` : null}
              <NamedFields item={item} />
            </div>
            <StateChip tone={item.corrected ? 'green' : 'amber'}>
              {t(item.corrected ? 'tracker.corrected' : 'tracker.to_correct')}
            </StateChip>
          </li>
        ))}
      </ul>
    </section>
  );
}
