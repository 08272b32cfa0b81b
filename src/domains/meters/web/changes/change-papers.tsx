/** The photo of the old register and the paper of the new meter, as who asked sent them. */
import { Anchor } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import type { ChangeDetail } from '../../changes/contract.ts';
import style from '../meters.module.css';

export function ChangePapers({ papers }: { papers: ChangeDetail['papers'] }) {
  const t = useTexts('meters');
  if (papers.length === 0) return <p className={style.quiet}>{t('changes.no_papers')}</p>;
  return papers.map((paper) => (
    <figure key={paper.id} className={style.paper}>
      <figcaption className={style.quiet}>
        {t(paper.kind === 'PHOTO' ? 'changes.photo' : 'changes.document')} · {paper.addedBy}
      </figcaption>
      {paper.mediaType.startsWith('image/') ? (
        <img src={paper.url} alt={t(paper.kind === 'PHOTO' ? 'changes.photo' : 'changes.document')} />
      ) : null}
      <Anchor href={paper.url} target="_blank" rel="noopener">
        {t('changes.open', { name: paper.fileName })}
      </Anchor>
    </figure>
  ));
}
