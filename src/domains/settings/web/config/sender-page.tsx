/** /configuration/email and /configuration/sms share this view (spec §2): the server or gateway, its test, how it goes. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePath } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody, FormSection } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { TabStrip } from '#web/ui/tab-strip.tsx';
import {
  createEmailConfig,
  getSending,
  SECURITIES,
  type Sender,
  type SenderChannel,
  updateEmailConfig,
} from '../../senders/contract.ts';
import style from './config.module.css';
import { SenderFailures, SenderState, SenderTests } from './sender-health.tsx';
import { SimulatedMessages } from './simulated-messages.tsx';

export function SenderPage() {
  const t = useTexts('settings');
  const go = useGo();
  const channel: SenderChannel = usePath() === '/configuration/sms' ? 'sms' : 'email';
  const found = useAnswer(getSending, { query: { channel } });
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { config } = found.data;
  return (
    <div className={style.page}>
      <PageHead title={t(`config.sender.${channel}_title`)} about={t(`config.sender.${channel}_about`)} />
      <TabStrip
        label={t('config.sender.channels')}
        items={[
          { id: 'email', title: t('config.sender.email_title') },
          { id: 'sms', title: t('config.sender.sms_title') },
        ]}
        chosen={channel}
        choose={(id) =>
          id === 'sms' ? go('/configuration/sms', { status: 'sms' }) : go('/configuration/email')
        }
      />
      <SenderState sending={found.data} />
      {found.data.by === 'simulator' ? <SimulatedMessages messages={found.data.simulated} /> : null}
      <Sheet title={t('config.sender.server')}>
        <SenderForm key={`${channel} ${config === null}`} channel={channel} config={config} />
      </Sheet>
      <SenderTests config={config} tests={found.data.tests} />
      <SenderFailures failures={found.data.failures} />
    </div>
  );
}

type SenderFormProps = { channel: SenderChannel; config: Sender | null };

const NEW_EMAIL = { port: 587, security: 'starttls' as const, user: '', fromName: '', replyTo: '' };

function SenderForm({ channel, config }: SenderFormProps) {
  const t = useTexts('settings');
  const options = {
    initial: {
      channel,
      inUse: config?.inUse ?? true,
      ...(channel === 'email' ? { email: config?.email ?? NEW_EMAIL } : { sms: config?.sms ?? { user: '' } }),
      secret: '',
      removeSecret: false,
    },
    onDone: () => toast('success', t('config.sender.saved')),
  };
  const created = useForm(createEmailConfig, options);
  const updated = useForm(updateEmailConfig, {
    ...options,
    version: config?.version ?? 0,
    extra: { id: config?.id ?? '' },
  });
  const form = config ? updated : created;
  const fields = form as unknown as FormFields<string>;
  return (
    <FormBody form={form} submit={t('config.sender.save')}>
      {channel === 'email' ? <ServerFields form={fields} /> : <SmsFields form={fields} />}
      <SecretFields form={fields} config={config} channel={channel} />
      {channel === 'email' ? <FromFields form={fields} /> : null}
      <CheckField
        form={fields}
        name="inUse"
        label={t('config.sender.in_use')}
        help={t('config.sender.in_use_help')}
      />
    </FormBody>
  );
}

function ServerFields({ form }: { form: FormFields<string> }) {
  const t = useTexts('settings');
  const securities = SECURITIES.map((value) => ({ value, label: t(`config.sender.securities.${value}`) }));
  return (
    <>
      <FieldRow>
        <TextField
          form={form}
          name="email.host"
          label={t('config.sender.host')}
          placeholder="smtp.example.org"
          required
        />
        <WholeField form={form} name="email.port" label={t('config.sender.port')} required />
      </FieldRow>
      <SelectField
        form={form}
        name="email.security"
        label={t('config.sender.security')}
        options={securities}
        required
      />
      <TextField form={form} name="email.user" label={t('config.sender.user')} autoComplete="off" />
    </>
  );
}

function FromFields({ form }: { form: FormFields<string> }) {
  const t = useTexts('settings');
  return (
    <FormSection title={t('config.sender.from')}>
      <FieldRow>
        <TextField form={form} name="email.fromName" label={t('config.sender.from_name')} />
        <TextField
          form={form}
          name="email.fromAddress"
          label={t('config.sender.from_address')}
          inputMode="email"
          required
        />
      </FieldRow>
      <TextField form={form} name="email.replyTo" label={t('config.sender.reply_to')} inputMode="email" />
    </FormSection>
  );
}

function SmsFields({ form }: { form: FormFields<string> }) {
  const t = useTexts('settings');
  return (
    <>
      <TextField
        form={form}
        name="sms.url"
        label={t('config.sender.url')}
        help={t('config.sender.url_help')}
        placeholder="https://"
        type="url"
        required
      />
      <FieldRow>
        <TextField form={form} name="sms.sender" label={t('config.sender.sender')} required />
        <TextField
          form={form}
          name="sms.user"
          label={t('config.sender.user')}
          help={t('config.sender.user_sms_help')}
          autoComplete="off"
        />
      </FieldRow>
    </>
  );
}

type SecretFieldsProps = { form: FormFields<string>; config: Sender | null; channel: SenderChannel };

function SecretFields({ form, config, channel }: SecretFieldsProps) {
  const t = useTexts('settings');
  const { instant } = useFormats();
  const kept = config?.secret;
  return (
    <>
      <PasswordField
        form={form}
        name="secret"
        label={t(channel === 'email' ? 'config.sender.secret' : 'config.sender.secret_sms')}
        help={
          kept
            ? t('config.sender.secret_set', { at: instant(kept.setAt), name: kept.setBy })
            : t('config.sender.secret_none')
        }
        autoComplete="new-password"
      />
      {kept ? <CheckField form={form} name="removeSecret" label={t('config.sender.remove_secret')} /> : null}
    </>
  );
}
