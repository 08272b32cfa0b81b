/** What to have at hand before beginning. */
import { useTexts } from '#web/texts/texts.ts';
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKind } from '../../documents.rules.ts';
import style from './portal.module.css';

const withNeed = (need: 'always' | 'tenant'): readonly DocumentKind[] =>
  DOCUMENT_KIND_NAMES.filter((kind) => DOCUMENT_KINDS[kind].needed === need);

export function NeededPapers() {
  const t = useTexts('applications');
  const list = (kinds: readonly DocumentKind[]) => (
    <ul className={style.checklist}>
      {kinds.map((kind) => (
        <li key={kind}>
          {t(`kinds.${kind}`)}
          <span className={style.soft}>{t(`documents.form.${DOCUMENT_KINDS[kind].accepts}`)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <h3>{t('own.have_ready')}</h3>
      {list(withNeed('always'))}
      <h3>{t('own.have_ready_tenant')}</h3>
      {list(withNeed('tenant'))}
    </>
  );
}
