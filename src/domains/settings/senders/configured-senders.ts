/**
 * The senders of the outbox: each message goes by what is configured at its moment, so that a change counts at once in every
 * process. Without a configuration in use the program's own senders do it.
 */
import type { Db } from '#platform/database/db.ts';
import { type MailSender, type MailServer, serverSender } from '#platform/messages/mail.ts';
import { resolveOutgoing } from '#platform/messages/outgoing.ts';
import type { Sender, Senders } from '#platform/messages/sender.ts';
import { httpSmsSender, type SmsGateway } from '#platform/messages/sms.ts';
import type { Sending } from '#platform/platform.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import type { EmailValue, SmsValue } from './contract.ts';
import { openSenderInUse } from './queries.ts';

type Means = { db: Db; vault: Vault; sending: Sending; programSenders: Senders };

export function configuredSenders(means: Means): Senders {
  const { db, vault, programSenders, sending } = means;
  const mailBy = mailSenders();
  const email: Sender = async (message) => {
    const found = await openSenderInUse(db, vault, 'email');
    if (found?.channel !== 'email') return programSenders.email(message);
    return mailBy(await mailServer(found.value, found.secret, sending))(message);
  };
  const sms: Sender = async (message) => {
    const found = await openSenderInUse(db, vault, 'sms');
    if (found?.channel !== 'sms') return programSenders.sms(message);
    return httpSmsSender(smsGateway(found.value, found.secret, sending))(message);
  };
  return { email, sms };
}

/** Keeps the connections of the server that was used last. */
function mailSenders(): (server: MailServer) => MailSender {
  let last: { key: string; sender: MailSender } | undefined;
  return (server) => {
    const key = JSON.stringify(server);
    if (last?.key !== key) {
      last?.sender.close();
      last = { key, sender: serverSender(server) };
    }
    return last.sender;
  };
}

export async function mailServer(value: EmailValue, secret: string, sending: Sending): Promise<MailServer> {
  const { host, port, security, user, fromName, fromAddress, replyTo } = value;
  return {
    ...{ host, port, security, user, replyTo, password: secret },
    address: await resolveOutgoing(host, sending.privateHosts),
    from: fromName ? `"${fromName}" <${fromAddress}>` : fromAddress,
  };
}

export function smsGateway(value: SmsValue, secret: string, sending: Sending): SmsGateway {
  const { url, user, sender } = value;
  return { url, from: sender, user, token: secret, allowed: sending.privateHosts };
}
