/** How hard a password is to guess, roughly: length and variety. A hint for its owner; the server decides. */
export type Strength = 'weak' | 'fair' | 'strong';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /\p{Lo}/u, /[^\p{L}\p{Nd}]/u];

export function passwordStrength(password: string): Strength {
  const characters = [...password.normalize('NFC')];
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const score = new Set(characters).size + characters.length / 2 + kinds * 2;
  if (characters.length < 8 || score < 16) return 'weak';
  return score < 24 ? 'fair' : 'strong';
}
