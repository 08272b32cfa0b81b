/** The items that a desk checks before it decides: each ticked, or answered with a remark. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { FieldError } from '#shared/errors.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { useNameFor } from '../name-for.ts';
import { useCheckText } from './check-text.ts';
import style from './checklist.module.css';
import type { Check, Checklist } from './use-checklist.ts';

type ChecksProps = { list: Checklist; id: string; problemOf: (field: string) => FieldError | undefined };

export function Checks({ list, id, problemOf }: ChecksProps) {
  const t = useTexts('applications');
  const { items, open, isChanged, isSaving, save } = list;
  if (items.length === 0) return null;
  const problem = problemOf('checks');
  // As soon as all is answered the refusal holds no more.
  const shown = open > 0 || problem?.code !== 'applications.checks_open' ? problem : undefined;
  return (
    <fieldset className={style.checks} id={id} tabIndex={-1} aria-invalid={shown !== undefined}>
      <legend className={style.legend}>
        {t('checks.title')}{' '}
        <StateChip tone={open > 0 ? 'amber' : 'green'}>
          {open > 0 ? t('checks.open', { count: open }) : t('checks.all')}
        </StateChip>
      </legend>
      {shown ? (
        <p role="alert" className={style.problem}>
          {errorTextNow(shown.code, shown.params)}
        </p>
      ) : null}
      <ul className={style.list}>
        {items.map((check) => (
          <Line
            key={check.id}
            check={check}
            list={list}
            isWrong={shown !== undefined && list.isOpen(check)}
            problem={problemOf(list.fieldOf(check))}
          />
        ))}
      </ul>
      {isChanged ? (
        <Button size="compact-sm" variant="default" loading={isSaving} onClick={save}>
          {t('actions.noc-check')}
        </Button>
      ) : null}
    </fieldset>
  );
}

type LineProps = { check: Check; list: Checklist; isWrong: boolean; problem: FieldError | undefined };

function Line({ check, list, isWrong, problem }: LineProps) {
  const t = useTexts('applications');
  const { instant } = useFormats();
  const nameFor = useNameFor();
  const textOf = useCheckText();
  const id = useId();
  const { checked, remark } = list.answerOf(check);
  const text = textOf(check);
  const { answered, paperMissing } = check;
  return (
    <li className={style.line} data-wrong={isWrong || problem !== undefined || undefined}>
      <Checkbox
        label={
          <>
            {text}
            {check.required ? null : <span className={style.soft}> ({t('checks.optional')})</span>}
            {paperMissing ? (
              <>
                {' '}
                <StateChip tone="red">{t('checks.paper_missing')}</StateChip>
              </>
            ) : null}
          </>
        }
        checked={checked}
        // Nobody ticks what is not there. What was ticked before the paper went away is taken back.
        disabled={paperMissing && !checked}
        onChange={(event) => list.change(check, { checked: event.currentTarget.checked })}
        error={problem ? errorTextNow(problem.code, problem.params) : isWrong}
      />
      <TextInput
        id={id}
        size="xs"
        maxLength={300}
        aria-label={t('checks.remark_of', { item: text })}
        placeholder={t(checked ? 'checks.remark' : 'checks.remark_instead')}
        value={remark}
        onChange={(event) => list.change(check, { remark: event.currentTarget.value })}
      />
      {answered ? (
        <div className={style.soft}>
          {nameFor(answered.name, answered.onBehalfOf)} · {instant(answered.at)}
        </div>
      ) : null}
    </li>
  );
}
