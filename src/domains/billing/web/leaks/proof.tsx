/** The proof of a repair. A link shows it for five minutes; it is asked for again earlier. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { openLeakProof } from '../../leaks/contract.ts';
import style from './leaks.module.css';

const LINK_MS = 4 * 60_000;
const KEPT = { afterActs: 'when-shown', staleTime: LINK_MS, refetchInterval: LINK_MS } as const;

export function LeakProof({ id }: { id: string }) {
  const t = useTexts('leaks');
  const { data } = useAnswer(openLeakProof, { params: { id } }, KEPT);
  if (!data) return null;
  return (
    <p className={style.proof}>
      <a href={data.url} target="_blank" rel="noreferrer">
        {data.isImage ? (
          <img className={style.picture} src={data.url} alt={t('record.proof')} />
        ) : (
          t('record.proof_open')
        )}
      </a>
    </p>
  );
}
