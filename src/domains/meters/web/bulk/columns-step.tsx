/** Which column of the file is what: guessed, shown above the first rows, corrected by the person. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ColumnChoice } from '#web/ui/import/column-choice.tsx';
import importStyle from '#web/ui/import/import.module.css';
import { checkImport, type getImport } from '../../imports/contract.ts';
import style from '../meters.module.css';
import { useMonthOptions, usualMonth } from '../words.tsx';

type Found = EndpointAnswer<typeof getImport>;
const FIELDS = ['meter', 'register', 'month', 'day', 'remark'] as const;
type Field = (typeof FIELDS)[number];
type Choice = Record<Field, number | null> & { period: string; unit: 'm3' | 'litres' };

export function ColumnsStep({ found, done }: { found: Found; done: () => void }) {
  const t = useTexts('meters');
  const months = useMonthOptions();
  const known = found.mapping ?? found.guess;
  const [choice, setChoice] = useState<Choice>({ ...known, period: found.mapping?.period ?? usualMonth() });
  const check = useAction(checkImport, { onDone: done });
  const { meter, register, month, day, remark, period, unit } = choice;
  const needsPeriod = month === null && day === null;
  const send = () => {
    if (meter === null || register === null) return;
    const body = { meter, register, month, day, remark, unit, period: needsPeriod ? period : null };
    check.run({ params: { id: found.id }, body });
  };
  const fields = FIELDS.map((name) => ({
    name,
    label: t(`bulk.column_${name}`),
    required: name === 'meter' || name === 'register',
  }));
  return (
    <div className={importStyle.sheet}>
      <p>{t('bulk.columns_about')}</p>
      <ColumnChoice
        titles={found.columns}
        sample={found.sample}
        fields={fields}
        choice={choice}
        change={(field, column) => setChoice((now) => ({ ...now, [field]: column }))}
      >
        {needsPeriod ? (
          <NativeSelect
            label={t('bulk.period')}
            value={period}
            data={months}
            onChange={(event) => setChoice({ ...choice, period: event.currentTarget.value })}
          />
        ) : null}
        <NativeSelect
          label={t('bulk.unit')}
          value={unit}
          data={[
            { value: 'm3', label: t('bulk.m3') },
            { value: 'litres', label: t('bulk.litres') },
          ]}
          onChange={(event) => setChoice({ ...choice, unit: event.currentTarget.value as Choice['unit'] })}
        />
      </ColumnChoice>
      <Group gap="sm">
        <Button loading={check.isRunning} disabled={meter === null || register === null} onClick={send}>
          {t('bulk.check')}
        </Button>
        {check.isRunning ? <span className={style.quiet}>{t('bulk.checking')}</span> : null}
        {meter === null || register === null ? (
          <span className={style.quiet}>{t('bulk.column_needed')}</span>
        ) : null}
      </Group>
    </div>
  );
}
