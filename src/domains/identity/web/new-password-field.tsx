/** A new password with its rule and how strong it is. */
import { Progress, Text } from '@mantine/core';
import { useTexts } from '#web/texts.ts';
import type { FieldProps } from '#web/ui/form/field.ts';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { passwordStrength } from './password-strength.rules.ts';

const METER = {
  weak: { value: 30, color: 'red' },
  fair: { value: 65, color: 'yellow' },
  strong: { value: 100, color: 'teal' },
};

export function NewPasswordField<Name extends string>(props: FieldProps<Name>) {
  const t = useTexts('identity');
  const typed = String(props.form.valueOf(props.name) ?? '');
  const strength = passwordStrength(typed);
  return (
    <div>
      <PasswordField {...props} help={t('password.rule')} autoComplete="new-password" />
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
