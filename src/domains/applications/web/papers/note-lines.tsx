import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { LinesTable } from './lines-table.tsx';

type Note = {
  number: string;
  lines: readonly Omit<ApplicationDetail['demandNotes'][number]['lines'][number], 'lineNo'>[];
  totalMinor: number;
};

/** What a demand note asks money for, or will. */
export function NoteLines({ note }: { note: Note }) {
  const t = useTexts('applications');
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  return (
    <LinesTable
      caption={digits(note.number)}
      of={t('note.line')}
      lines={note.lines.map((line, index) => ({
        ...line,
        key: index,
        name: nameIn(line.nameEn, line.nameBn),
        quantity: line.kind === 'material' ? `${line.quantity} ${unitIn(line.unit)}` : null,
      }))}
      sum={{ label: t('note.total'), minor: note.totalMinor }}
    />
  );
}
