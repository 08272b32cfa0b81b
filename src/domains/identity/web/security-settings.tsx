/** How long sessions last, how long passwords are, and which roles sign in with a second factor. */
import { Checkbox, Stack } from '@mantine/core';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { Differences } from '#domains/settings/web/differences.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FieldRow, FormPage, FormSection } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getSecuritySettings, type SecuritySettings, updateSecuritySettings } from '../security/contract.ts';

type State = EndpointAnswer<typeof getSecuritySettings>;

export function SecuritySettingsPage() {
  const found = useAnswer(getSecuritySettings);
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <SecurityForm {...found.data} />;
}

const LIVES = ['staffIdleHours', 'staffLifeHours', 'consumerIdleDays', 'consumerLifeDays'] as const;
const LENGTHS = ['staffPasswordLength', 'consumerPasswordLength'] as const;
const unitOf = (name: string) => (name.endsWith('Hours') ? 'hours' : 'days');

function SecurityForm({ settings, version, roles }: State) {
  const t = useTexts('identity');
  const form = useForm(updateSecuritySettings, {
    initial: { settings },
    version,
    onDone: () => toast('success', t('security.saved')),
  });
  const lengths = LENGTHS.map((name) => (
    <WholeField
      key={name}
      form={form}
      name={`settings.${name}`}
      label={t(`security.${name}`)}
      unit={t('security.characters')}
      required
    />
  ));
  return (
    <FormPage form={form} title={t('security.title')} about={t('security.about')} submit={t('security.save')}>
      <FormSection title={t('security.sessions')} about={t('security.sessions_about')}>
        {[LIVES.slice(0, 2), LIVES.slice(2)].map((pair) => (
          <FieldRow key={pair[0]}>
            {pair.map((name) => (
              <WholeField
                key={name}
                form={form}
                name={`settings.${name}`}
                label={t(`security.${name}`)}
                unit={t(`security.${unitOf(name)}`)}
                required
              />
            ))}
          </FieldRow>
        ))}
      </FormSection>
      <FormSection title={t('security.passwords')} about={t('security.passwords_about')}>
        <FieldRow>{lengths}</FieldRow>
      </FormSection>
      <FormSection title={t('second_factor.title')} about={t('security.factor_about')}>
        <Roles
          roles={roles}
          chosen={(form.valueOf('settings.secondFactorRoles') as string[] | undefined) ?? []}
          choose={(codes) => form.change('settings.secondFactorRoles', codes)}
        />
      </FormSection>
      <Changes before={settings} after={form.values.settings as Partial<SecuritySettings>} />
    </FormPage>
  );
}

type RolesProps = { roles: State['roles']; chosen: string[]; choose: (codes: string[]) => void };

function Roles({ roles, chosen, choose }: RolesProps) {
  const t = useTexts('identity');
  const roleName = useRoleName();
  const { number } = useFormats();
  return (
    <Stack gap={10}>
      {roles.map((role) => (
        <Checkbox
          key={role.code}
          label={roleName(role.code, role.name)}
          description={t('security.protected', {
            protected: number(role.protected),
            people: number(role.people),
          })}
          checked={chosen.includes(role.code)}
          onChange={(event) =>
            choose(
              event.currentTarget.checked
                ? [...chosen, role.code]
                : chosen.filter((code) => code !== role.code),
            )
          }
        />
      ))}
    </Stack>
  );
}

type ChangesProps = { before: SecuritySettings; after: Partial<SecuritySettings> };

function Changes({ before, after }: ChangesProps) {
  const t = useTexts('identity');
  const { number } = useFormats();
  const roleName = useRoleName();
  const figure = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? number(value) : '');
  const named = (codes: readonly string[] = []) =>
    [...codes]
      .sort()
      .map((code) => roleName(code, code))
      .join(', ') || t('security.nobody');
  return (
    <Differences
      rows={[
        ...[...LIVES, ...LENGTHS].map((name) => ({
          label: LENGTHS.some((known) => known === name)
            ? `${t('security.passwords')}: ${t(`security.${name}`)}`
            : t(`security.${name}`),
          before: figure(before[name]),
          after: figure(after[name]),
        })),
        {
          label: t('second_factor.title'),
          before: named(before.secondFactorRoles),
          after: named(after.secondFactorRoles),
        },
      ]}
    />
  );
}
