/** What a household is told when its meter is changed, and when the figure of the old one is corrected; the browser never shows it. */
import type { MessageText } from '#domains/settings/speaker.ts';

type Changed = MessageText<{
  connection: string;
  day: string;
  final: string;
  meter: string;
  opening: string;
}>;

const changed: Changed = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, connection, day, final, meter, opening }) =>
    `${utility}: the meter of connection ${connection} was changed on ${day}. Old meter ${final} m3, new meter ${meter} ${opening} m3.`,
  bn: ({ utility, connection, day, final, opening }) =>
    `${utility}: ${day} সংযোগ ${connection}-এর মিটার বদল হয়েছে। পুরোনো ${final}, নতুন ${opening} ঘনমিটার।`,
};

const corrected: Changed = {
  parts: { en: 2, bn: 2 },
  en: ({ utility, connection, day, final }) =>
    `${utility}: the old meter of connection ${connection}, changed on ${day}, ended with ${final} m3. We have corrected the figure.`,
  bn: ({ utility, connection, day, final }) =>
    `${utility}: ${day} বদলানো সংযোগ ${connection}-এর পুরোনো মিটারের শেষ রিডিং সংশোধন হয়েছে: ${final} ঘনমিটার।`,
};

export const messages = { changed, corrected };
