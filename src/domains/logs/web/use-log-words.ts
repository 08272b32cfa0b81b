/** Names of actions, fields and kinds of records in the language of the screen. */
import { auditName, objectName } from '#shared/words.ts';
import { useNames, useWords } from '#web/texts/domain-words.ts';
import { fieldWords } from '../field-words.rules.ts';
import { valueWords } from '../value-words.rules.ts';

export function useLogWords() {
  const name = useNames();
  const words = useWords();
  return {
    actionOf: (action: string) => name(auditName(words, action)),
    objectOf: (object: string) => name(objectName(words, object)),
    fieldOf: (field: string) => name(fieldWords(words, field)),
    /** A role that the utility made keeps its code. */
    roleOf: (role: string | null) => {
      const words = role && valueWords('code', role);
      return words ? name(words) : role;
    },
    /** Every kind of record, for the filter. */
    objects: words
      .flatMap(({ objects }) => Object.entries(objects))
      .map(([value, title]) => ({ value, label: name(title) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  };
}
