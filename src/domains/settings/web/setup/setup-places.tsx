import { Alert, Button, FileButton, Group } from '@mantine/core';
import { IconCircleCheck, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { CallError } from '#web/calls/call-error.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { RadioField } from '#web/ui/form/choice-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { checkSetupPlaces } from '../../contract.ts';
import style from './setup.module.css';
import type { SetupForm } from './setup-steps.tsx';

type PlacesStepProps = { form: SetupForm; token: string };

export function PlacesStep({ form, token }: PlacesStepProps) {
  const t = useTexts('settings');
  const options = [
    { value: 'sample', label: t('setup.sample') },
    { value: 'list', label: t('setup.list') },
    { value: 'nothing', label: t('setup.nothing') },
  ];
  return (
    <>
      <RadioField
        form={form}
        name="places.from"
        label={t('setup.places_label')}
        help={t('setup.places_about')}
        options={options}
      />
      {form.valueOf('places.from') === 'list' ? <PlaceList form={form} token={token} /> : null}
    </>
  );
}

/** The list as text, from a file or pasted; tried on the server before it counts. */
function PlaceList({ form, token }: PlacesStepProps) {
  const t = useTexts('settings');
  const [good, setGood] = useState<{ sectors: number; roads: number } | null>(null);
  const check = useAction(checkSetupPlaces, { quiet: true, onDone: setGood });
  const text = String(form.valueOf('places.text') ?? '');
  const read = async (file: File | null) => {
    if (!file) return;
    setGood(null);
    form.change('places.text', await file.text());
  };
  return (
    <>
      <LongTextField
        form={form}
        name="places.text"
        label={t('setup.list_label')}
        help={
          <>
            {t('setup.list_help')} <code className={style.example}>{t('setup.list_example')}</code>
          </>
        }
        required
      />
      <Group gap="xs">
        <FileButton onChange={read} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={16} />}>
              {t('setup.file')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="light"
          loading={check.isRunning}
          disabled={text.trim() === ''}
          onClick={() => {
            setGood(null);
            check.run({ body: { token, text } });
          }}
        >
          {t('setup.check')}
        </Button>
      </Group>
      {good ? (
        <Alert color="teal" icon={<IconCircleCheck size={20} />} role="status">
          {t('setup.checked', good)}
        </Alert>
      ) : null}
      {check.error instanceof CallError ? <ListProblems error={check.error} /> : null}
    </>
  );
}

function ListProblems({ error }: { error: CallError }) {
  return (
    <Alert color="red" role="alert" title={errorTextNow(error.code, error.params)}>
      <ul className={style.problems}>
        {error.fields.map((field) => (
          <li key={field.path}>{errorTextNow(field.code, field.params)}</li>
        ))}
      </ul>
    </Alert>
  );
}
