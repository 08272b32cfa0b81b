/** Finding and filling a text. Pure: dotted keys, `key_one` / `key_other` by the language's plural rules, `{{name}}`. */
export type Dictionary = { readonly [key: string]: string | Dictionary };
export type TextParams = Readonly<Record<string, string | number>>;
/** Writes a value in a way that a text asks for: `{{amount, money}}`. */
export type Writer = (value: string | number) => string;
/** The ways in which a text writes a value: `{{sum, money}}`. */
export const WAYS = ['number', 'digits', 'money', 'm3', 'day', 'month', 'time'] as const;

/** The text of a dotted key. */
export function textAt(dictionary: Dictionary | undefined, key: string): string | undefined {
  let found: string | Dictionary | undefined = dictionary;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

/** The text of a key for a count: its plural form if it has one. */
export function countedTextAt(
  dictionary: Dictionary | undefined,
  key: string,
  { language, count }: { language: string; count: string | number | undefined },
): string | undefined {
  if (typeof count !== 'number') return textAt(dictionary, key);
  return (
    textAt(dictionary, `${key}_${pluralOf(language, count)}`) ??
    textAt(dictionary, `${key}_other`) ??
    textAt(dictionary, key)
  );
}

/** Puts the values into a text; an unknown name stays as it is, so that it is noticed. */
export function filled(text: string, params: TextParams, writers: Readonly<Record<string, Writer>>): string {
  return text.replace(
    /\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g,
    (place, name: string, way: string | undefined) => {
      const value = params[name];
      if (value === undefined) return place;
      const write = way ? writers[way] : undefined;
      return write ? write(value) : String(value);
    },
  );
}
