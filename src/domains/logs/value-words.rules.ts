/** Codes that entries hold, in both languages. A code that is not here is shown as it is stored. */
import * as bengali from '#domains/applications/names/bn.rules.ts';
import * as english from '#domains/applications/names/en.rules.ts';
import { FLAG_NAMES, READING_STATE_NAMES } from '#domains/meters/readings/names.rules.ts';
import { DOWNLOAD_STATE_NAMES } from '#domains/payments/bank-files/downloads/names.rules.ts';
import { joinNames, type Name, plainWords } from '#shared/words.ts';
import { BUILDINGS, COMMON, ROLES } from './value-names.rules.ts';

const APPLICATION_STATES = joinNames(english.states, bengali.states);
const KINDS = { ...BUILDINGS, ...joinNames(english.documentKinds, bengali.documentKinds) };

/** What only one kind of record is in has the word that the screen has for it. */
const VALUES: Record<string, Name> = {
  ...KINDS,
  ...FLAG_NAMES,
  ...READING_STATE_NAMES,
  ...APPLICATION_STATES,
  ...ROLES,
  ...COMMON,
};

/** States that have another word on the screens of one kind of record. */
const STATES_OF: Record<string, Record<string, Name>> = {
  application: APPLICATION_STATES,
  bank_download: DOWNLOAD_STATE_NAMES,
  reading: READING_STATE_NAMES,
  readings: READING_STATE_NAMES,
};

/** Fields whose texts are codes; `name` may well be `Admin`. */
const CODED =
  /(?:^|\.)(?:state|status|action|type|method|source|role|roleCode|language|languages|theme|category|kind|overlay|survey|refundState|secretIs|desk|nextDesk|result|effect|flag|part|verdict|decision|waterMode|minimumMode|minimumPer|solution|channel|density|audience|which|existing|direction|by|why|gateway)$/;
/** Fields whose texts are codes or words of people: only a known code has another word. */
const MAY_BE_CODED =
  /(?:^|\.)(?:code|flags|unit|security|keepFrom|exemptCategories|secondFactorRoles|copyOf)$/;
const CODE = /^(?:[A-Z][A-Za-z]*(?:_[A-Za-z\d]+)+|[A-Z][A-Z\d]*|[a-z][A-Za-z\d]*(?:[-_][a-z\d]+)*)$/;

/** The words of a code, or undefined if the field's text is its own. */
export function valueWords(field: string, value: string, object = ''): Name | undefined {
  const isCode = CODED.test(field);
  if (!isCode && !MAY_BE_CODED.test(field)) return undefined;
  const ofObject = field === 'state' ? STATES_OF[object]?.[value] : undefined;
  const known = ofObject ?? (Object.hasOwn(VALUES, value) ? VALUES[value] : undefined);
  if (known || !isCode || !CODE.test(value)) return known;
  const plain = plainWords(value);
  const written = plain.charAt(0).toUpperCase() + plain.slice(1);
  return [written, written];
}
