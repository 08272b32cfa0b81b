/** Who walks the road, and what is known of the way so far. */
import type { Browser } from '@playwright/test';
import type { Language } from '#web/texts/texts.ts';
import type { Program } from '../program.ts';
import { enter, openScreen, type Screen, signIn } from '../screen.ts';
import { type Texts, texts } from '../texts.ts';
import { loginOf, type Role } from '../town.ts';

/** What differs between the two journeys, so that both can walk through one town. */
const PLANS = {
  bn: {
    name: 'আয়েশা সিদ্দিকা',
    /** The English name, if they registered with another one. */
    english: 'Ayesha Siddika',
    phone: '1811000001',
    password: 'পদ্মা-৩-শাপলা',
    /** As its number is written. */
    sector: '১',
    plot: 'বি-৭',
    meter: 'E2E-BN-01',
    material: 'নীল পাইপ',
    remark: 'দলিলটি ঝাপসা, আবার দিন',
    /** How the demand note is paid. */
    pays: 'online',
  },
  en: {
    name: 'Jamal Uddin Khan',
    english: '',
    phone: '1811000002',
    password: 'padma-3-shapla',
    sector: '2',
    plot: 'E-7',
    meter: 'E2E-EN-01',
    material: 'Red pipe',
    remark: 'The letter is blurred, please send it again',
    pays: 'counter',
  },
} as const;
export type Plan = (typeof PLANS)[Language];

export type Cast = {
  town: Program;
  language: Language;
  t: Texts;
  plan: Plan;
  /** The applicant's screen; signed in by the registration. */
  consumer: Screen;
  /** The signed-in screen of a member of staff. */
  as(role: Role): Promise<Screen>;
  leave(): Promise<void>;
};

export async function gather(browser: Browser, town: Program, language: Language): Promise<Cast> {
  const { url } = town;
  const screens = new Map<Role, Screen>();
  // One journey is made without a mouse.
  const isByKeyboard = language === 'en';
  const consumer = await openScreen(browser, { url, language, isByKeyboard });
  return {
    town,
    language,
    t: texts(language),
    plan: PLANS[language],
    consumer,
    as: async (role) => {
      const known = screens.get(role);
      if (known) return known;
      const screen = await openScreen(browser, { url, language, isByKeyboard });
      // The first one signs in by the form; how the others came in is not the question.
      await (screens.size === 0 ? signIn : enter)(screen, loginOf(role));
      screens.set(role, screen);
      return screen;
    },
    leave: async () => {
      for (const { page } of [consumer, ...screens.values()]) await page.context().close();
    },
  };
}
