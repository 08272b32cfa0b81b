/** A name as the one to whom something belongs, as people write it: সুলতানার, করিমের, ভাইয়ের; Rahima-এর, ৩০০৫-এর. */

const VOWEL_SIGN = /[\u09BE-\u09C4\u09C7\u09C8\u09CB\u09CC]$/;
const VOWEL = /[\u0985-\u0994]$/;
/** Also with the dot below of ড়, ঢ়, য়; ৎ and ং are written as they are. */
const CONSONANT = /[\u0995-\u09B9\u09DC-\u09DF\u09BC]$/;

export function bengaliGenitive(name: string): string {
  const text = name.trimEnd();
  if (VOWEL_SIGN.test(text)) return `${text}র`;
  if (VOWEL.test(text)) return `${text}য়ের`;
  if (CONSONANT.test(text)) return `${text}ের`;
  return `${text}-এর`;
}
