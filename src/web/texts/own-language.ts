/**
 * The language a person reads in goes with them: the server remembers what they choose while they are signed in, and
 * another device takes it at the sign-in. What was chosen on this device before the sign-in stays.
 */
import { call } from '../calls/call.ts';
import { profileSlice, tokensSlice } from '../session/session.ts';
import { persisted } from '../state/persisted.ts';
import { wiring } from '../wiring.ts';
import { currentLanguage, isLanguageChosen, type Language, onLanguage, setLanguage } from './texts.ts';

/** The language that this device had from the server: it is nobody's choice here. */
const taken = persisted<Language | null>('languageTaken', null);

/** Takes the person's language at the sign-in. */
export async function takeLanguage(language: Language) {
  const isOwnChoice = isLanguageChosen() && currentLanguage() !== taken.read();
  if (isOwnChoice) return;
  taken.write(language);
  if (currentLanguage() !== language) await setLanguage(language);
}

/** Tells the server what a signed-in person switches to. */
export function rememberLanguage() {
  onLanguage(() => {
    const language = currentLanguage();
    const profile = profileSlice.read();
    if (!profile || !tokensSlice.read() || profile.language === language) return;
    profileSlice.write({ ...profile, language });
    taken.write(language);
    void save(language);
  });
}

async function save(language: Language) {
  try {
    await call((await wiring().session()).appearance, { body: { language } }, { quiet: true });
  } catch {
    // The screen has changed all the same; the next switch says it again.
  }
}
