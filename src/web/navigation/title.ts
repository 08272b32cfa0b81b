/** Names that are data because they are shown before texts are loaded. */

/** A name in both languages. */
export type Title = { en: string; bn: string };
