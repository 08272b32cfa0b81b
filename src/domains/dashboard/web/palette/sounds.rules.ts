/**
 * How a word sounds, in either script, without its vowels: "abedon", "আবেদন" and "abedan" are one, so that a menu
 * line is found by how its Bengali or English name is pronounced. Pure.
 */

/** Bengali consonants as they are pronounced; the three s, the two n, j and so on are one. */
const SAID: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['k', 'কখ'],
    ['g', 'গঘ'],
    ['n', 'ঙঞণনংঁ'],
    ['č', 'চছ'],
    ['j', 'জঝয'],
    ['t', 'টঠতথৎ'],
    ['d', 'ডঢদধ'],
    ['p', 'পফ'],
    ['b', 'বভ'],
    ['m', 'ম'],
    ['r', 'র'],
    ['l', 'ল'],
    ['s', 'শষস'],
    ['h', 'হঃ'],
  ].flatMap(([sound = '', letters = '']) => [...letters.normalize('NFC')].map((letter) => [letter, sound])),
);

/** Before single letters: pairs of them, and Bengali letters that NFC writes as two. */
const PAIRS: readonly [RegExp, string][] = [
  [/[ডঢ]\u09bc/g, 'র'],
  [/য\u09bc/g, ''],
  [/ng/g, 'n'],
  [/ch/g, 'č'],
  [/ck/g, 'k'],
  [/sh|z/g, 's'],
  [/ph|f/g, 'p'],
  [/[vw]|bh/g, 'b'],
  [/([kgtdj])h/g, '$1'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
];

/** One word's consonants, each run of the same only once. */
export function soundOf(word: string): string {
  const plain = word.normalize('NFC').toLowerCase();
  const latin = PAIRS.reduce((text, [from, to]) => text.replace(from, to), plain);
  const sound = [...latin].map((letter) => SAID[letter] ?? (/[a-zč0-9]/.test(letter) ? letter : '')).join('');
  return sound.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');
}

/** So many sounds may be the beginning of a word; fewer have to be all of it. */
const BEGINNING = 3;
const FEWEST = 2;

const plain = (text: string) => text.normalize('NFC').toLowerCase().trim();

/**
 * How near a name is to what was typed, the nearest first: 0 it begins so, 1 a word of it begins so, 2 it holds it, 3 it only
 * sounds alike, or something beside the name does.
 * @param names of one thing, in both languages
 */
export function closeness(names: readonly string[], typed: string): 0 | 1 | 2 | 3 {
  const wanted = plain(typed);
  const known = names.map(plain);
  if (known.some((name) => name.startsWith(wanted))) return 0;
  if (known.some((name) => name.split(/[\s/&()-]+/).some((word) => word.startsWith(wanted)))) return 1;
  return known.some((name) => name.includes(wanted)) ? 2 : 3;
}

/** True if every typed word begins a word of the text, as it is written or as it sounds. */
export function soundsLike(text: string, typed: string): boolean {
  const split = (words: string) =>
    words
      .normalize('NFC')
      .toLowerCase()
      .split(/[\s/&()-]+/)
      .filter(Boolean);
  const words = split(text);
  const sounds = words.map(soundOf);
  return split(typed).every((word) => {
    if (words.some((other) => other.startsWith(word))) return true;
    const sound = soundOf(word);
    if (sound.length < FEWEST) return false;
    return sounds.some((other) => (sound.length < BEGINNING ? other === sound : other.startsWith(sound)));
  });
}
