/**
 * Reads an Open Water Rate Specification file (YAML 1.1) into its classes, fields in the order written. Field
 * names and formulas lose the ending _commodity; the drought and wastewater fields are no part of the bill.
 */
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { Refused } from './charge-curve.ts';

export type Field =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: Field[] }
  | { kind: 'map'; entries: Map<string, Field> };

export type RateFile = { effectiveFrom: string; unit: string; classes: Map<string, Map<string, Field>> };

const DROPPED = new Set([
  'fixed_drought_surcharge',
  'variable_drought_surcharge',
  'fixed_wastewater_charge',
  'variable_wastewater_charge',
]);

const bare = (name: string) => name.replace(/_commodity\b/g, '');

/** A key as it is written: 1 stays "1", no stays "no". */
function keyText(key: unknown): string {
  if (!isScalar(key)) throw new Refused('a key that is no plain text');
  return (key.source ?? String(key.value)).trim();
}

function field(node: Node | null | undefined): Field {
  if (node === null || node === undefined) return { kind: 'empty' };
  if (isScalar(node)) {
    if (node.value === null) return { kind: 'empty' };
    if (typeof node.value === 'number') return { kind: 'number', value: node.value };
    if (typeof node.value === 'boolean') return { kind: 'number', value: node.value ? 1 : 0 };
    return { kind: 'text', text: bare(String(node.value)) };
  }
  if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => field(item as Node)) };
  if (isMap(node))
    return {
      kind: 'map',
      entries: new Map(node.items.map((pair) => [keyText(pair.key), field(pair.value as Node)])),
    };
  throw new Refused('an alias or tag, which tariff files do not use');
}

/** MM/DD/YYYY or YYYY-MM-DD as a day; anything else counts from the start of 2000. */
function day(text: string): string {
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (american) return `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : '2000-01-01';
}

function metadata(fields: Field | undefined, name: string): string {
  const found = fields?.kind === 'map' ? fields.entries.get(name) : undefined;
  return found?.kind === 'text' ? found.text : '';
}

/** Refuses what is not readable as YAML or has no rate structure. */
export function readRateFile(text: string): RateFile {
  const document = parseDocument(text, { version: '1.1', logLevel: 'silent' });
  const mistake = document.errors[0];
  if (mistake) throw new Refused(`not readable as YAML: ${mistake.message.split('\n')[0]}`);
  const top = field(document.contents);
  const structure = top.kind === 'map' ? top.entries.get('rate_structure') : undefined;
  if (top.kind !== 'map' || structure?.kind !== 'map') throw new Refused('no rate_structure');
  const about = top.entries.get('metadata');
  const classes = new Map<string, Map<string, Field>>();
  for (const [name, value] of structure.entries) {
    const entries = value.kind === 'map' ? [...value.entries] : [];
    classes.set(
      name,
      new Map(entries.filter(([key]) => !DROPPED.has(key)).map(([key, part]) => [bare(key), part])),
    );
  }
  return {
    effectiveFrom: day(metadata(about, 'effective_date')),
    unit: metadata(about, 'bill_unit').toLowerCase(),
    classes,
  };
}
