/** A new password with its rule and how strong it is. */
import { Progress, Text } from '@mantine/core';
import { webConfig } from '#web/config.ts';
import { profileSlice } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { FieldProps } from '#web/ui/form/field.ts';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { passwordStrength } from './password-strength.rules.ts';

const METER = {
  weak: { value: 30, color: 'red' },
  fair: { value: 65, color: 'yellow' },
  strong: { value: 100, color: 'teal' },
};

/** The specification's floor, if the settings say nothing else. */
const SHORTEST = 6;

/** @param props.whose whose rule counts; that of the signed-in person if it is left out */
export function NewPasswordField<Name extends string>({
  whose,
  ...props
}: FieldProps<Name> & { whose?: 'staff' | 'consumer' }) {
  const t = useTexts('identity');
  const { number } = useFormats();
  const typed = String(props.form.valueOf(props.name) ?? '');
  const strength = passwordStrength(typed);
  const role = profileSlice.read()?.role;
  const kind = whose ?? (role && role !== 'consumer' ? 'staff' : 'consumer');
  const shortest = webConfig().passwordLengths?.[kind] ?? SHORTEST;
  return (
    <div>
      <PasswordField
        {...props}
        help={t('password.rule', { shortest: number(shortest) })}
        autoComplete="new-password"
      />
      {typed ? (
        <div role="status">
          <Progress mt={8} size={4} {...METER[strength]} aria-hidden="true" />
          <Text size="xs" c="dimmed" mt={4}>
            {t('password.strength', { word: t(`password.${strength}`) })}
          </Text>
        </div>
      ) : null}
    </div>
  );
}
