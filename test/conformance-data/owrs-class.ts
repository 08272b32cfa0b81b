/**
 * What one class of a tariff file charges one customer: maps are chosen by the customer's inputs, budgets become
 * tier bounds, and the formula `bill` becomes a curve over use.
 */
import { type Curve, constant, number, Refused, roundHalfEven, tiers, use } from './charge-curve.ts';
import type { Field } from './owrs-file.ts';
import { evaluate, type Scope, type Value, withRoundedTerms } from './owrs-formula.ts';

export type Inputs = Record<string, string>;

/**
 * The customer of every expected bill. As the calculator has it, what is known of the customer goes before a
 * definition of the same name in the file (Monte Vista writes et_amount 38; its expected bills follow from 6).
 */
const CUSTOMER: Record<string, number> = {
  hhsize: 4,
  et_amount: 6,
  irr_area: 2000,
  irrigable_area: 2000,
  landscape_area: 2000,
  days_in_period: 30.4,
};

type Class = Map<string, Field>;
type DependsOn = { names: string[]; values: Map<string, Field> };

function dependsOn(name: string, part: Field): DependsOn | undefined {
  if (part.kind !== 'map') return undefined;
  const on = part.entries.get('depends_on');
  const values = part.entries.get('values');
  if (!on && !values) return undefined;
  if (!on || values?.kind !== 'map') throw new Refused(`${name}: depends_on and values belong together`);
  const names = (on.kind === 'list' ? on.items : [on]).map((item) => {
    if (item.kind !== 'text') throw new Refused(`${name}: depends_on names no field`);
    return item.text;
  });
  return { names, values: values.entries };
}

const asText = (part: Field): string => {
  if (part.kind === 'number') return String(part.value);
  if (part.kind === 'text') return part.text;
  if (part.kind === 'list') return part.items.map(asText).join('\n');
  return 'NA';
};

const isNumber = (part: Field): boolean =>
  part.kind === 'number' || (part.kind === 'list' && part.items.length === 1 && part.items.every(isNumber));

/** Curve of the class's `bill`; every field of the class has to be calculable, used or not. */
export function billOf(fields: Class, inputs: Inputs, customerUse?: number): Curve {
  const found = new Map<string, Value>();
  const open = new Set<string>();
  const scope: Scope = { lookup, customerUse };

  function lookup(name: string): Value {
    const known = found.get(name);
    if (known !== undefined) return known;
    if (name === 'usage_ccf') return use;
    const given = inputs[name];
    // A key of a map stays a text, also if it looks like a number.
    if (given !== undefined) return given;
    const customer = CUSTOMER[name];
    if (customer !== undefined) return constant(customer);
    const part = fields.get(name);
    if (!part) throw new Refused(`the field ${name} is not present`);
    if (open.has(name)) throw new Refused(`the field ${name} is defined by itself`);
    open.add(name);
    const value = fieldValue(name, part);
    open.delete(name);
    found.set(name, value);
    return value;
  }

  function fieldValue(name: string, part: Field): Value {
    const choice = dependsOn(name, part);
    if (choice) return chosen(name, choice);
    if (part.kind === 'empty') throw new Refused(`the field ${name} is empty`);
    if (part.kind === 'list' && part.items.length !== 1) return asText(part);
    if (part.kind === 'map') throw new Refused(`the field ${name} is a map without depends_on`);
    const text = asText(part);
    if (text === 'Tiered' || text === 'Budget') return tieredCharge(name, text);
    return evaluate(name.includes('budget') ? withRoundedTerms(text) : text, scope);
  }

  function chosen(name: string, { names, values }: DependsOn): Value {
    const key = names.map(keyPart).join('|');
    const part = values.get(key);
    if (!part) throw new Refused(`${name}: the map key (${key}) is missing`);
    // One text among the values makes texts of all of them: nothing can be calculated with such a map.
    return [...values.values()].every(isNumber) ? constant(Number(asText(part))) : asText(part);
  }

  function keyPart(name: string): string {
    const value = inputs[name] ?? lookup(name);
    return typeof value === 'string' ? value : String(number(value, name));
  }

  function tieredCharge(name: string, type: 'Tiered' | 'Budget'): Curve {
    const prefix = { commodity_charge: '', sewer_charge: 'sewer_' }[name];
    if (prefix === undefined) throw new Refused(`${name} cannot be ${type}`);
    const starts = words(lookup(`${prefix}tier_starts`));
    const prices = words(lookup(`${prefix}tier_prices`)).map((word) => plainNumber(word, 'tier price'));
    if (starts.length !== prices.length)
      throw new Refused(`${name}: ${starts.length} tier starts but ${prices.length} tier prices`);
    const ends =
      type === 'Tiered'
        ? starts.map((word) => plainNumber(word, 'tier start') - 1)
        : starts.map((word) => roundHalfEven(budgetBound(word, `${prefix}budget`)));
    return tiers(ends.slice(1), prices);
  }

  function budgetBound(word: string, budget: string): number {
    const whole = number(numeric(lookup(budget), budget), budget);
    if (/^(indoor|outdoor)$/i.test(word)) {
      const name = word.toLowerCase();
      return number(numeric(lookup(name), name), name);
    }
    if (word.endsWith('%')) return (plainNumber(word.slice(0, -1), 'percentage') / 100) * whole;
    return plainNumber(word, 'tier start');
  }

  for (const name of fields.keys()) lookup(name);
  return numeric(lookup('bill'), 'bill');
}

function words(value: Value): string[] {
  const text = typeof value === 'string' ? value : String(number(value, 'a tier'));
  return text.split(/[\n| ]+/).filter((word) => word !== '');
}

function plainNumber(word: string, what: string): number {
  const value = Number(word);
  if (!Number.isFinite(value)) throw new Refused(`the ${what} "${word}" is no number`);
  return value;
}

function numeric(value: Value, name: string): Curve {
  if (typeof value === 'string') throw new Refused(`${name} is the text "${value}" (non-numeric argument)`);
  return value;
}

/** Inputs as the expected bills choose them: of each map the first key that agrees with the keys chosen before. */
export function firstInputs(fields: Class): Inputs {
  const inputs: Inputs = {};
  for (const [name, part] of fields) {
    const choice = dependsOn(name, part);
    if (!choice) continue;
    for (const key of choice.values.keys()) {
      const parts = splitKey(key, choice.names.length);
      if (parts.length !== choice.names.length) continue;
      if (choice.names.some((on, index) => (inputs[on] ?? parts[index]) !== parts[index])) continue;
      choice.names.forEach((on, index) => {
        if (!fields.has(on)) inputs[on] = parts[index] ?? '';
      });
      break;
    }
    for (const on of choice.names) {
      if (inputs[on] === undefined && !fields.has(on))
        throw new Refused(`${name}: no key of the map agrees with the inputs chosen before`);
    }
  }
  return inputs;
}

/** "1|1/2\"|potable" has one bar more than keys: the surplus belongs to the first. */
function splitKey(key: string, count: number): string[] {
  const parts = key.split('|');
  const surplus = Math.max(0, parts.length - count);
  return [parts.slice(0, surplus + 1).join('|'), ...parts.slice(surplus + 1)];
}
