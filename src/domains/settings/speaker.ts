/**
 * Who speaks in an SMS or a mail: the utility, by its own name, in a language that the website offers. Every message of
 * every domain is written here, out of the pieces in the domain's `message-texts.ts`.
 */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { WrittenMessage } from '#platform/messages/outbox.ts';
import { formatsOfPapers, type PaperFormats, TAKA } from '#shared/format.ts';
import { countSms, cutAtWord, fitSms } from '#shared/sms/sms.ts';
import type { Utility } from './contract.ts';
import { parseUtility } from './queries.ts';
import { websiteSchema } from './website/contract.ts';

export type Language = 'en' | 'bn';
/** With this length in front, a code is still within the first 40 signs of an SMS. */
const NAME_IN_SMS = 24;

export type Speaker = {
  language: Language;
  /** The whole one is for mails; an SMS has a short one. */
  name: { email: string; sms: string };
  write: PaperFormats;
  /** The address that leads to the record of a number (the page `/n/…`), short enough for an SMS. */
  linkTo: (number: string) => string;
  /** Of the pages that codes are typed into. */
  host: string;
};

/** The address of the program for people, as a setting of each database connection: each message has it. */
export const PUBLIC_URL_SETTING = 'app.public_url';

/** What `speakerOf` reads: the columns `utility`, `website` and `publicUrl`, for a query that asks for more beside them. */
export const speakerColumns: Sql = sql`(select value from settings.entries where key = 'utility') as utility,
  (select value from settings.entries where key = 'website') as website,
  current_setting(${sql.lit(PUBLIC_URL_SETTING)}, true) as "publicUrl"`;
export type SpeakerRow = { utility: unknown; website: unknown; publicUrl?: string | null };

/** @param wanted what the reader chose; without it, or if it is not offered any more, the utility's own language */
export function speakerOf(row: SpeakerRow, wanted?: Language | null): Speaker {
  const utility = parseUtility(row.utility);
  const language = spoken(utility.language, websiteSchema.parse(row.website ?? {}).languages, wanted);
  return {
    language,
    name: namesOf(utility, language),
    write: formatsOfMessages(language),
    linkTo: linksOf(row.publicUrl),
    host: row.publicUrl ? new URL(row.publicUrl).hostname : '',
  };
}

export async function speakerFor(db: Db | Tx, wanted?: Language | null): Promise<Speaker> {
  const [row] = await all<SpeakerRow>(db, sql`select ${speakerColumns}`);
  return speakerOf(row ?? { utility: null, website: null }, wanted);
}

/** @param choice of the website, like en_bn */
function spoken(own: Language, choice: string, wanted?: Language | null): Language {
  const offered = choice.split('_') as Language[];
  return [wanted, own].find((language) => language && offered.includes(language)) ?? offered[0] ?? own;
}

function namesOf(utility: Utility, language: Language): Speaker['name'] {
  const [whole, short] =
    language === 'bn' ? [utility.nameBn, utility.titleSuffixBn] : [utility.nameEn, utility.titleSuffix];
  const isShort = whole.length > NAME_IN_SMS && short.length > 0 && short.length <= NAME_IN_SMS;
  return { email: whole, sms: isShort ? short : cutAtWord(whole, NAME_IN_SMS) };
}

/** Phones know an address without its https:// too, which is eight signs. */
const linksOf =
  (publicUrl: string | null = '') =>
  (number: string): string =>
    `${(publicUrl ?? '').replace(/^https:\/\//, '')}/n/${number}`;

/** ৳ is no sign of a plain SMS: a message in English would cost twice as much with it. */
function formatsOfMessages(language: Language): PaperFormats {
  const write = formatsOfPapers({ language, bengaliDigits: true });
  return language === 'bn'
    ? write
    : { ...write, money: (minor) => write.money(minor).replace(TAKA, 'Tk ').replace('−', '-') };
}

type Facts = Record<string, string>;

/** `parts`: what one SMS of it may cost; without it, the text goes by mail only. `subject`: of the mail. */
export type MessageText<F extends Facts = Facts> = {
  parts?: Record<Language, number>;
  subject?: Record<Language, (facts: F & { utility: string }) => string>;
} & Record<Language, (facts: F & { utility: string }) => string>;

/** What people wrote, and what may be cut if an SMS gets too long. */
const FREE = ['remark', 'holder', 'person'];

export function smsText<F extends Facts>(speaker: Speaker, text: MessageText<F>, facts: F): string {
  const free = Object.fromEntries(FREE.flatMap((key) => (facts[key] ? [[key, facts[key]]] : [])));
  const write = text[speaker.language];
  return fitSms(text.parts?.[speaker.language] ?? 1, free, (kept) =>
    write({ ...facts, ...kept, utility: speaker.name.sms }),
  );
}

/**
 * With the line that names the page which the code is for (https://wicg.github.io/sms-one-time-codes): phones then fill the
 * code in there, and nowhere else. It is left off if it costs one more SMS.
 */
export function smsWithCode<F extends Facts & { code: string }>(
  speaker: Speaker,
  text: MessageText<F>,
  facts: F,
): string {
  const plain = smsText(speaker, text, facts);
  const whole = `${plain}\n@${speaker.host} #${facts.code}`;
  const most = text.parts?.[speaker.language] ?? 1;
  return facts.code && speaker.host && countSms(whole).parts <= most ? whole : plain;
}

export function mailText<F extends Facts>(speaker: Speaker, text: MessageText<F>, facts: F) {
  const named = { ...facts, utility: speaker.name.email };
  return {
    subject: text.subject?.[speaker.language](named) ?? named.utility,
    text: text[speaker.language](named),
  };
}

/** Whom a message goes to; `phone` and `email` only if there is one. */
type Receiver = { phone: string | null; email: string | null };

/** The same text by SMS and by e-mail, as far as the receiver has them. @param about event: what happened, unique in its domain */
export function messagesTo<F extends Facts>(
  { phone, email }: Receiver,
  speaker: Speaker,
  { event, kind, facts }: { event: string; kind: MessageText<F>; facts: F },
): WrittenMessage[] {
  const message = { event, language: speaker.language };
  const sms = { channel: 'sms' as const, subject: null, body: smsText(speaker, kind, facts) };
  const mail = mailText(speaker, kind, facts);
  const letter = { channel: 'email' as const, subject: mail.subject, body: mail.text };
  return [
    ...(phone ? [{ ...message, ...sms, recipient: phone }] : []),
    ...(email ? [{ ...message, ...letter, recipient: email }] : []),
  ];
}
