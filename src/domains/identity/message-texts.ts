/** Texts that leave by SMS; the browser never sees them, so they do not stand in web/en.ts. */

type CodeText = (code: string, minutes: number) => string;

export const codeTexts: Record<'en' | 'bn', CodeText> = {
  en: (code, minutes) => `${code} is your Jolkol code. It is good for ${minutes} minutes. Tell it to nobody.`,
  bn: (code, minutes) => `আপনার জলকল কোড ${code}। কোডটি ${minutes} মিনিট কার্যকর থাকবে। কাউকে জানাবেন না।`,
};
