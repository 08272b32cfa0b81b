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

/** Delivers one message or throws; throws Undeliverable if trying again is useless. */
export type Sender = (message: OutboxMessage) => Promise<void>;
export type Senders = Record<Channel, Sender>;

/** The receiver's side refused the message for good. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** There is nothing that the messages of a channel could go out by. */
export class NoSender extends Undeliverable {
  override name = 'NoSender';
}
