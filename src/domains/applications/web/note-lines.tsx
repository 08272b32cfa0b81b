/** The lines of a demand note with their sum. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts.ts';
import { useFormats } from '#web/use-formats.ts';
import type { ApplicationDetail } from '../contract.ts';
import style from './lines.module.css';

export function NoteLines({ note }: { note: ApplicationDetail['demandNotes'][number] }) {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const { amount, digits } = useFormats();
  return (
    <div className={style.scroll}>
      <table className={style.lines}>
        <thead>
          <tr>
            <th scope="col">{t('note.line')}</th>
            <th scope="col">{t('note.quantity')}</th>
            <th scope="col">{t('note.rate')}</th>
            <th scope="col">{t('note.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {note.lines.map((line) => (
            <tr key={line.lineNo}>
              <td>{nameIn(line.nameEn, line.nameBn)}</td>
              <td>{line.kind === 'material' ? `${digits(line.quantity)} ${line.unit}` : ''}</td>
              <td>{line.kind === 'material' ? amount(line.rateMinor) : ''}</td>
              <td>{amount(line.amountMinor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{t('note.total')}</td>
            <td>{amount(note.totalMinor)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
