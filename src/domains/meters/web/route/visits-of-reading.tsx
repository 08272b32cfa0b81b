/** Beside a figure in the review: who was at the meter, with time, position and photo. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { listVisits, openVisitPhoto, type PastVisit } from '../../visits/contract.ts';
import { useReasonName } from './cannot-read.tsx';
import style from './route.module.css';

type Of = { connectionId: string; period: string };

export function VisitsOfReading({ connectionId, period }: Of) {
  const t = useTexts('meters');
  const may = useMay()('readings:create');
  const { data } = useAnswer(
    listVisits,
    { query: { connectionId, period } },
    { afterActs: 'when-shown', enabled: may },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t('route.visits')}>
      <h3>{t('route.visits')}</h3>
      <ul className={style.visits}>
        {data.items.map((visit) => (
          <VisitLine key={visit.id} visit={visit} />
        ))}
      </ul>
    </section>
  );
}

function VisitLine({ visit }: { visit: PastVisit }) {
  const t = useTexts('meters');
  const { instant, digits, number } = useFormats();
  const nameOf = useReasonName();
  const { latitude, longitude, accuracyM, distanceM, reason, remark } = visit;
  const at = instant(visit.visitedAt);
  return (
    <li className={style.visit}>
      {visit.hasPhoto ? <Picture visitId={visit.id} alt={t('route.picture', { at })} /> : null}
      <div>
        <b>{[reason ? nameOf(reason) : t('route.visit_read'), remark].filter(Boolean).join(': ')}</b>
        <span>{t('route.visit_line', { at, name: visit.visitedBy })}</span>
        {latitude && longitude ? (
          <a
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`}
            target="_blank"
            rel="noreferrer"
            title={t('route.map')}
          >
            {t('route.visit_place', {
              place: digits(`${Number(latitude).toFixed(5)}, ${Number(longitude).toFixed(5)}`),
              accuracy: number(accuracyM ?? 0),
            })}
          </a>
        ) : (
          <span className={style.soft}>{t('route.visit_nowhere')}</span>
        )}
        {distanceM === null ? null : (
          <span className={style.soft}>{t('route.visit_distance', { metres: number(distanceM) })}</span>
        )}
      </div>
    </li>
  );
}

/** A link shows its photo for five minutes; it is asked for again a little earlier. */
const LINK_MS = 4 * 60_000;

function Picture({ visitId, alt }: { visitId: string; alt: string }) {
  const { data } = useAnswer(
    openVisitPhoto,
    { query: { visitId } },
    { afterActs: 'when-shown', staleTime: LINK_MS, refetchInterval: LINK_MS },
  );
  if (!data) return null;
  return (
    <a href={data.url} target="_blank" rel="noreferrer">
      <img className={style.picture} src={data.url} alt={alt} />
    </a>
  );
}
