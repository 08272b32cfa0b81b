import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { DocumentState } from '../papers/document-state.tsx';
import { useDocumentLinks } from '../papers/use-document-links.ts';
import style from './portal.module.css';

/** The papers that were handed in, each opening in a tab of its own. */
export function OwnPapers({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const urlOf = useDocumentLinks(application.id);
  const papers = application.documents.filter((paper) => paper.state !== 'REPLACED');
  return (
    <section className={style.answers}>
      <h3>{t('parts.document')}</h3>
      <ul className={style.ownPapers}>
        {papers.map((paper) => (
          <li key={paper.id}>
            <a href={urlOf(paper.id)} target="_blank" rel="noreferrer">
              {t(`kinds.${paper.kind}`)}
            </a>
            <DocumentState state={paper.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
