import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { nocLetterPdf } from '../../papers/contract.ts';
import { PaperButton } from './paper-button.tsx';

type OfLetter = { application: Pick<ApplicationDetail, 'id' | 'nocNumber' | 'nocLetterOn'> };

/** The letter that the authority's last desk has signed; nothing before. */
export function NocLetterButton({ application: { id, nocNumber, nocLetterOn } }: OfLetter) {
  const t = useTexts('applications');
  if (!nocLetterOn || !nocNumber) return null;
  const fileName = `${nocNumber.replaceAll('/', '-')}.pdf`;
  return <PaperButton label={t('noc.letter')} paper={nocLetterPdf} id={id} fileName={fileName} />;
}
