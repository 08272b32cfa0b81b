/** The two numbers by which an entry is claimed, and whom to call if they do not fit. */
import { webConfig } from '#web/config.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import style from './claim.module.css';

type ClaimName<Prefix extends string> = `${Prefix}customerNumber` | `${Prefix}evidence`;
type ClaimFieldsProps<Prefix extends string> = {
  form: FormFields<ClaimName<Prefix>>;
  /** The paths of the two in the form. */
  prefix: Prefix;
};

export function ClaimFields<Prefix extends string>({ form, prefix }: ClaimFieldsProps<Prefix>) {
  const t = useTexts('consumers');
  return (
    <>
      <TextField
        form={form}
        name={`${prefix}customerNumber`}
        label={t('claim.number')}
        help={t('claim.number_help')}
        autoComplete="off"
        required
        autoFocus
      />
      <TextField
        form={form}
        name={`${prefix}evidence`}
        label={t('claim.evidence')}
        help={t('claim.evidence_help')}
        autoComplete="off"
        required
      />
      <HelpLine text={t('claim.call')} />
    </>
  );
}

/** A sentence with the utility's help number; nothing if it has none. */
export function HelpLine({ text }: { text: string }) {
  const { supportPhone } = webConfig();
  const { digits } = useFormats();
  if (!supportPhone) return null;
  return (
    <p className={style.soft}>
      {text}{' '}
      <a className={style.phone} href={`tel:${supportPhone}`}>
        {digits(supportPhone)}
      </a>
    </p>
  );
}
