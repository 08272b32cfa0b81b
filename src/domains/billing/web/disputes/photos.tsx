/** The photo that a household added, and that of a reader's visit. A link shows its photo for five minutes; it is asked for again earlier. */
import { openVisitPhoto } from '#domains/meters/visits/contract.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { openDisputePhoto } from '../../disputes/contract.ts';
import style from './disputes.module.css';

const LINK_MS = 4 * 60_000;
const KEPT = { afterActs: 'when-shown', staleTime: LINK_MS, refetchInterval: LINK_MS } as const;

function Picture({ url, alt }: { url: string | undefined; alt: string }) {
  return url ? (
    <p className={style.photo}>
      <a href={url} target="_blank" rel="noreferrer">
        <img className={style.picture} src={url} alt={alt} />
      </a>
    </p>
  ) : null;
}

export function HouseholdPhoto({ id }: { id: string }) {
  const t = useTexts('disputes');
  const { data } = useAnswer(openDisputePhoto, { params: { id } }, KEPT);
  return <Picture url={data?.url} alt={t('record.photo')} />;
}

export function VisitPhoto({ visitId }: { visitId: string }) {
  const t = useTexts('disputes');
  const { data } = useAnswer(openVisitPhoto, { query: { visitId } }, KEPT);
  return <Picture url={data?.url} alt={t('record.readings')} />;
}
