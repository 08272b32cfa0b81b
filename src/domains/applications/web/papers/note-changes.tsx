/** What changed in a demand note since the version before, and why there is another one. */
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { compareNotes, type LineChange } from '../../demand-note/note-changes.rules.ts';
import style from './note-changes.module.css';

type Note = ApplicationDetail['demandNotes'][number];
type Line = Note['lines'][number];

export function NoteChanges({ note, before }: { note: Note; before: Note }) {
  const t = useTexts('applications');
  const { digits, money } = useFormats();
  const { lines, sameCount, differenceMinor } = compareNotes(before.lines, note.lines);
  const title = t('note_changes.title', { number: digits(before.number) });
  return (
    <section className={style.changes} aria-label={title}>
      <h3 className={style.title}>{title}</h3>
      {before.cancelReason ? <p>{t('note_changes.because', { reason: before.cancelReason })}</p> : null}
      <ul className={style.list}>
        {lines.map((line) => (
          <Change key={`${line.change} ${(line.after ?? line.before).lineNo}`} line={line} />
        ))}
      </ul>
      {sameCount > 0 || lines.length === 0 ? (
        <p className={style.soft}>
          {t(lines.length === 0 ? 'note_changes.none' : 'note_changes.same', { count: sameCount })}
        </p>
      ) : null}
      <p className={style.sum}>
        <span>{t('note.total')}</span>
        <span>
          {money(before.totalMinor)} → <strong>{money(note.totalMinor)}</strong>{' '}
          <Difference minor={differenceMinor} />
        </span>
      </p>
    </section>
  );
}

function Change({ line }: { line: LineChange<Line> }) {
  const t = useTexts('applications');
  const { digits, money } = useFormats();
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const one = line.after ?? line.before;
  const quantity = ({ quantity, unit }: Line) => digits(`${quantity} ${unitIn(unit)}`);
  const facts =
    line.change === 'changed'
      ? [
          line.fields.includes('quantity')
            ? `${t('note.quantity')}: ${quantity(line.before)} → ${quantity(line.after)}`
            : null,
          line.fields.includes('rate')
            ? `${t('note_changes.rate')}: ${money(line.before.rateMinor)} → ${money(line.after.rateMinor)}`
            : null,
          line.fields.includes('amount')
            ? `${t('note_changes.amount')}: ${money(line.before.amountMinor)} → ${money(line.after.amountMinor)}`
            : null,
        ]
      : [one.kind === 'material' ? `${quantity(one)} × ${money(one.rateMinor)}` : null];
  return (
    <li className={style.line}>
      <span className={style.what} data-change={line.change}>
        {t(`note_changes.${line.change}`)}
      </span>
      <span className={style.name}>
        {nameIn(one.nameEn, one.nameBn)}
        {facts.map((fact) =>
          fact ? (
            <span key={fact} className={style.fact}>
              {fact}
            </span>
          ) : null,
        )}
      </span>
      <Difference minor={line.differenceMinor} />
    </li>
  );
}

/** What it is more, with its sign; a plain zero if the amount is the same. */
function Difference({ minor }: { minor: number }) {
  const { money } = useFormats();
  const sign = minor > 0 ? '+' : minor < 0 ? '−' : '';
  return <span className={style.difference}>{`${sign}${money(Math.abs(minor))}`}</span>;
}
