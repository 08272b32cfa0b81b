/** What the outbox asks of a sender, and how a sender says that a message cannot go out. */

export type Channel = 'sms' | 'email';

/** What a sender gets. `id` stays the same over repeated tries. */
export type OutboxMessage = {
  id: string;
  channel: Channel;
  recipient: string;
  language: 'en' | 'bn';
  subject: string | null;
  text: string;
  /** The text opens something: nothing of it, and nothing that the other side says about it, is written down. */
  secret: boolean;
};

/** Delivers one message or throws; throws Undeliverable if trying again is useless, OurFault if somebody of us has to mend something first. */
export type Sender = (message: OutboxMessage) => Promise<void>;
export type Senders = Record<Channel, Sender>;

/** The receiver's side refused the message for good. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** The other side does not take us: a password, a sender's name, a balance, an address. The message is right, and is tried again. */
export class OurFault extends Error {
  override name = 'OurFault';
}

/** There is nothing that the messages of a channel could go out by. */
export class NoSender extends Undeliverable {
  override name = 'NoSender';
}

/** Connections to the mail server: more mails at a time would wait for one of them. */
export const MAILS_AT_ONCE = 3;
