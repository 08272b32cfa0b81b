/**
 * From an error code to a sentence: `billing.already_paid` is the key `errors.already_paid` of the namespace
 * `billing`. Unknown codes say that something went wrong (spec §8).
 */
import type { ErrorParams } from '#shared/errors.ts';
import { findText, loadTexts, textOf } from '../texts/texts.ts';

/** Codes of shared machinery that is no domain have their texts among the common ones. */
const MACHINERY = ['files', 'imports', 'exports'];

/** Namespace and key of a code. */
function keyOf(code: string): { ns: string; key: string } {
  const [first = 'common', ...rest] = code.split('.');
  return { ns: MACHINERY.includes(first) ? 'common' : first, key: `errors.${rest.join('.')}` };
}

/**
 * The sentence if the namespace is loaded already, if not the general one. If the refusal names a person, that of the key
 * with `_by`, and if it was a payment, with `_by_payment`, for those codes that have one.
 */
export function errorTextNow(code: string, params: ErrorParams = {}): string {
  const { ns, key } = keyOf(code);
  const end = params.by ? `_by_${params.by}` : params.name ? '_by' : undefined;
  const named = end ? findText(ns, `${key}${end}`, params) : undefined;
  return named ?? findText(ns, key, params) ?? textOf('common', 'errors.unexpected');
}

/** Loads the texts of the domains that refuse with these codes, so that `errorTextNow` has them. A text that does not come is general. */
export async function loadErrorTexts(codes: readonly string[]): Promise<void> {
  const namespaces = new Set(codes.map((code) => keyOf(code).ns));
  await Promise.all([...namespaces].map((ns) => loadTexts(ns).catch(() => undefined)));
}

/** The sentence of a code; loads the domain's texts if they are not here yet. */
export async function errorText(code: string, params: ErrorParams = {}): Promise<string> {
  await loadErrorTexts([code]);
  return errorTextNow(code, params);
}
