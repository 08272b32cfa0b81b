/** Which column of the file is what: guessed, shown above the first rows, corrected by the person. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/actions.ts';
import { useTexts } from '#web/texts.ts';
import { checkImport, type getImport } from '../../imports/contract.ts';
import style from '../meters.module.css';
import { Scrolling } from '../scrolling.tsx';
import { thisMonth, useMonthOptions } from '../words.tsx';

type Found = EndpointAnswer<typeof getImport>;
const FIELDS = ['meter', 'register', 'month', 'day', 'remark'] as const;
type Field = (typeof FIELDS)[number];
type Choice = Record<Field, number | null> & { period: string; unit: 'm3' | 'litres' };

function Sample({ found, choice }: { found: Found; choice: Choice }) {
  const t = useTexts('meters');
  const nameOf = (index: number) =>
    FIELDS.filter((field) => choice[field] === index).map((field) => t(`bulk.column_${field}`));
  return (
    <Scrolling label={t('bulk.steps.columns')}>
      <table className={style.table}>
        <thead>
          <tr>
            {found.columns.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have nothing but their place
              <th key={index} scope="col">
                <div>{title || '—'}</div>
                <div className={style.quiet}>{nameOf(index).join(', ')}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.sample.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing but their place
            <tr key={line}>
              {found.columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={index}>{row[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

export function ColumnsStep({ found, done }: { found: Found; done: () => void }) {
  const t = useTexts('meters');
  const months = useMonthOptions();
  const known = found.mapping ?? found.guess;
  const [choice, setChoice] = useState<Choice>({ ...known, period: found.mapping?.period ?? thisMonth() });
  const check = useAction(checkImport, { onDone: done });
  const { meter, register, month, day, remark, period, unit } = choice;
  const needsPeriod = month === null && day === null;
  const send = () => {
    if (meter === null || register === null) return;
    const body = { meter, register, month, day, remark, unit, period: needsPeriod ? period : null };
    check.run({ params: { id: found.id }, body });
  };
  const columns = found.columns.map((title, index) => ({
    value: String(index),
    label: title || `${index + 1}`,
  }));
  return (
    <div className={style.sheet}>
      <p>{t('bulk.columns_about')}</p>
      <div className={style.fields}>
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={t(`bulk.column_${field}`)}
            value={choice[field] === null ? '' : String(choice[field])}
            data={[{ value: '', label: t('bulk.not_in_file') }, ...columns]}
            required={field === 'meter' || field === 'register'}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setChoice((now) => ({ ...now, [field]: value === '' ? null : Number(value) }));
            }}
          />
        ))}
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
      </div>
      <Sample found={found} choice={choice} />
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
