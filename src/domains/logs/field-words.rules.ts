/** The name of a field in entries, in both languages. A field without one is named as it is written. */
import { type Name, plainWords, type Words } from '#shared/words.ts';
import { FIELDS } from './field-names.rules.ts';

/** Units and ids at the end of a name are shown by the value: `amountMinor` is the amount, `dmaId` the DMA. */
const bare = (name: string) => name.replace(/(?:_m|M)inor$|(?:_l|L)itres$|(?:_i|I)d$/, '');
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const nameOf = (words: Words, name: string): Name | undefined =>
  FIELDS[name] ?? words.find(({ fields }) => fields && name in fields)?.fields?.[name];

/** Of fields within fields each is named: `address.road`. */
export function fieldWords(words: Words, field: string): Name {
  const parts = field.split('.').map((name): Name => {
    const known = nameOf(words, camel(name)) ?? nameOf(words, camel(bare(name)));
    const plain = capital(plainWords(bare(name) || name));
    return known ?? [plain, plain];
  });
  return [parts.map(([en]) => en).join(' › '), parts.map(([, bn]) => bn).join(' › ')];
}
