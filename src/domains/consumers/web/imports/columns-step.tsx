import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ColumnChoice } from '#web/ui/import/column-choice.tsx';
import style from '#web/ui/import/import.module.css';
import { checkImport, FIELDS, type Field, type getImport } from '../../imports/contract.ts';

type Found = EndpointAnswer<typeof getImport>;
type Choice = Record<Field, number | null>;

export function ColumnsStep({ found, done }: { found: Found; done: () => void }) {
  const t = useTexts('consumers');
  const known = found.mapping ?? found.guess;
  const [choice, setChoice] = useState<Choice>(
    () => Object.fromEntries(FIELDS.map((field) => [field, known[field] ?? null])) as Choice,
  );
  const check = useAction(checkImport, { onDone: done });
  const isEnough = choice.phone !== null && (choice.name !== null || choice.nameBn !== null);
  const fields = FIELDS.map((name) => ({
    name,
    label: t(`imports.fields.${name}`),
    required: name === 'phone' || (name === 'name' && choice.nameBn === null),
  }));
  return (
    <div className={style.sheet}>
      <p>{t('imports.columns_about')}</p>
      <ColumnChoice
        titles={found.columns}
        sample={found.sample}
        fields={fields}
        choice={choice}
        change={(field, column) => setChoice((now) => ({ ...now, [field]: column }))}
      />
      <Group gap="sm">
        <Button
          loading={check.isRunning}
          disabled={!isEnough}
          onClick={() => check.run({ params: { id: found.id }, body: choice })}
        >
          {t('imports.check')}
        </Button>
        {isEnough ? null : <span className={style.quiet}>{t('imports.columns_needed')}</span>}
      </Group>
    </div>
  );
}
