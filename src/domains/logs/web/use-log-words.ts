/** Names of actions and kinds of records in the language of the screen. */
import { auditName, objectName } from '#shared/words.ts';
import { useNames, useWords } from '#web/texts/domain-words.ts';

export function useLogWords() {
  const name = useNames();
  const words = useWords();
  return {
    actionOf: (action: string) => name(auditName(words, action)),
    objectOf: (object: string) => name(objectName(words, object)),
    /** Every kind of record, for the filter. */
    objects: words
      .flatMap(({ objects }) => Object.entries(objects))
      .map(([value, title]) => ({ value, label: name(title) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  };
}
