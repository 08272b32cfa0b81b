/**
 * The mail server and the SMS gateway (spec §7 "email configs"; the screens of both share one view). What is saved here and
 * in use goes before the program's own settings. Secrets come in and never go out.
 */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { blankSchema, emailSchema, lineSchema } from '#shared/text.ts';
import { TEST_OUTCOMES } from './test-outcome.rules.ts';

export const errors = errorCodes('settings', {
  sender_exists: { status: 409, constraint: 'senders_channel_key' },
  host_invalid: { status: 422 },
  host_private: { status: 422 },
  url_invalid: { status: 422 },
  /** A secret that was typed for one server is not sent to another. */
  secret_again: { status: 422, field: 'secret' },
  own_contact_missing: { status: 409 },
});

export const CHANNELS = ['email', 'sms'] as const;
export type SenderChannel = (typeof CHANNELS)[number];
export const SECURITIES = ['starttls', 'tls', 'none'] as const;

/** A name or an address, without port, path or white space. */
const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:]+$/, 'settings.host_invalid');

export const emailValue = z.object({
  host: hostSchema,
  port: z.int().min(1).max(65_535),
  security: z.enum(SECURITIES),
  user: blankSchema(200),
  fromName: blankSchema(100).refine((name) => !/[<>"\r\n]/.test(name), 'settings.host_invalid'),
  fromAddress: emailSchema,
  replyTo: z.union([z.literal(''), emailSchema]).default(''),
});
export type EmailValue = z.output<typeof emailValue>;

export const smsValue = z.object({
  url: z.string().trim().max(500).refine(isPlainAddress, 'settings.url_invalid'),
  user: blankSchema(200),
  sender: lineSchema(20),
});
export type SmsValue = z.output<typeof smsValue>;

/** http or https, without a password in it: that belongs into the secret. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

export const senderSchema = z.object({
  id: z.uuid(),
  channel: z.enum(CHANNELS),
  inUse: z.boolean(),
  email: emailValue.nullable(),
  sms: smsValue.nullable(),
  /** When and by whom it was typed in; the secret itself never leaves. */
  secret: z.object({ setAt: instantSchema, setBy: z.string() }).nullable(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
  version: z.int(),
});
export type Sender = z.output<typeof senderSchema>;

const fields = z.object({
  channel: z.enum(CHANNELS).default('email'),
  inUse: z.boolean().default(true),
  email: emailValue.optional(),
  sms: smsValue.optional(),
  /** Replaces the kept one; left out, that one stays. */
  secret: z
    .union([
      z.literal('').transform(() => undefined),
      z
        .string()
        .max(500)
        .regex(/^\P{Cc}+$/u),
    ])
    .optional(),
  removeSecret: z.boolean().default(false),
});
const hasItsValue = ({ channel, email, sms }: { channel: string; email?: unknown; sms?: unknown }) =>
  (channel === 'email' ? email : sms) !== undefined;
const senderBody = fields.refine(hasItsValue, { error: 'common.required', path: ['email'] });
export type SenderFields = z.output<typeof senderBody>;

export const createEmailConfig = endpoint({
  service: 'main',
  method: 'POST',
  path: '/email/config',
  summary: 'Set the mail server, or with channel=sms the SMS gateway, up',
  access: { permission: 'settings:edit' },
  body: senderBody,
  output: senderSchema,
  audit: 'sender.create',
  refuses: [errors.host_private, errors.sender_exists],
});

export const getEmailConfig = endpoint({
  service: 'main',
  method: 'GET',
  path: '/email/config/{id}',
  summary: 'The mail server or the SMS gateway, without its secret',
  access: { permission: 'settings:view' },
  params: idParams,
  output: senderSchema,
});

export const updateEmailConfig = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/update/email/config',
  summary: 'Change the mail server or the SMS gateway; its secret is kept, replaced or removed',
  access: { permission: 'settings:edit' },
  body: fields
    .extend({ id: z.uuid(), version: z.int() })
    .refine(hasItsValue, { error: 'common.required', path: ['email'] }),
  output: senderSchema,
  audit: 'sender.update',
  refuses: [commonErrors.not_found, errors.host_private, errors.secret_again],
});

export const testSchema = z.object({
  outcome: z.enum(TEST_OUTCOMES),
  /** The other side's answer, word for word. */
  answer: z.string(),
  testedAt: instantSchema,
  testedBy: z.string(),
});
export type SenderTest = z.output<typeof testSchema>;

export const testEmailConfig = endpoint({
  service: 'main',
  method: 'POST',
  path: '/email/config/{id}/test',
  summary:
    'Send a message to one’s own address or number, and say what the server answered (the path is ours)',
  access: { permission: 'settings:edit' },
  rate: 'test',
  params: idParams,
  body: z.object({ language: z.enum(['en', 'bn']).default('en') }),
  output: testSchema,
  audit: 'sender.test',
  refuses: [errors.own_contact_missing],
});

/** Whose settings messages go out by: these here, the program's, the simulator of a demo, or nobody's. */
export const SENDING_BY = ['config', 'program', 'simulator', 'nobody'] as const;

export const getSending = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/sending',
  summary: 'How messages of a channel go out, its last tests, deliveries and failures (the path is ours)',
  access: { permission: 'settings:view' },
  query: z.object({ channel: z.enum(CHANNELS).default('email') }),
  output: z.object({
    config: senderSchema.nullable(),
    by: z.enum(SENDING_BY),
    programHost: z.string().nullable(),
    tests: z.array(testSchema),
    waiting: z.int(),
    lastDeliveredAt: instantSchema.nullable(),
    /** The newest that were given up; the recipient only by the last characters. */
    failures: z.array(z.object({ at: instantSchema, recipient: z.string(), error: z.string() })),
    /** What a demo would have sent, the newest first; always empty elsewhere. */
    simulated: z.array(z.object({ at: instantSchema, recipient: z.string(), text: z.string() })),
  }),
});
