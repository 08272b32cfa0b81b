/** A field's value as people read it: money as money, a day as a day, a record by its name. */

import { useNames, useWords } from '#web/texts/domain-words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { valueKind } from '../changes.rules.ts';
import { fieldWords } from '../field-words.rules.ts';
import { valueWords } from '../value-words.rules.ts';

/**
 * @param names of records by their id
 * @param object kind of the record: some states have a word of their own there
 */
export function useWritten(names: Readonly<Record<string, string>>, object?: string) {
  const t = useTexts('logs');
  const name = useNames();
  const words = useWords();
  const formats = useFormats();
  const written = (field: string, value: unknown): string => {
    const kind = valueKind(field, value);
    if (kind === 'empty') return '—';
    if (kind === 'list') return (value as unknown[]).map((item) => written(field, item)).join(', ') || '—';
    if (typeof value === 'object') {
      return Object.entries(value as object)
        .map(([key, inner]) => `${name(fieldWords(words, key))} ${written(key, inner)}`)
        .join(' · ');
    }
    if (kind === 'money') return formats.money(Number(value));
    if (kind === 'volume') return `${formats.cubicMetres(Number(value))} m³`;
    if (kind === 'number') return formats.number(Number(value));
    if (kind === 'flag') return t(value ? 'entry.yes' : 'entry.no');
    const text = String(value);
    if (kind === 'day') return formats.day(text);
    if (kind === 'instant') return formats.instant(text);
    if (kind === 'id') return names[text] ? formats.numberOrText(names[text]) : text;
    const code = valueWords(field, text, object);
    return code ? name(code) : text;
  };
  return written;
}
