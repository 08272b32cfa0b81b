/** What a desk checks, as it is set up: kinds of papers, and short texts in both languages. */
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useTexts } from '#web/texts/texts.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { fieldId } from '#web/ui/form/field.ts';
import { AddLine } from '#web/ui/form/lines/add-line.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { APPLICANTS_KINDS, type DocumentKind } from '../../documents.rules.ts';
import style from './checklist.module.css';

export type CheckLine = { documentKind?: DocumentKind | null; en: string; bn: string; required: boolean };

/** The choice that adds a text. */
const TEXT = 'text';
const MOST = 20;

export function CheckLines({ form }: { form: FormFields<string> }) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const lines = (form.valueOf('checks') ?? []) as CheckLine[];
  const problem = form.problemOf('checks');
  const addId = fieldId(form.id, 'checks');
  const set = (next: CheckLine[]) => form.change('checks', next);
  const firstOf = (value: string) => {
    const index = value === TEXT ? lines.length - 1 : lines.findIndex((line) => line.documentKind === value);
    const line = lines[index];
    if (!line || (value === TEXT && (line.documentKind || line.en))) return undefined;
    return fieldId(form.id, `checks.${index}.${line.documentKind ? 'required' : 'en'}`);
  };
  const used = new Set(lines.map(({ documentKind }) => documentKind));
  return (
    <fieldset className={style.checks}>
      <legend className={style.legend}>{t('checks.title')}</legend>
      <p className={style.soft}>{t('checks.setup_help')}</p>
      <ul className={style.list}>
        {lines.map((line, index) => {
          const name = line.documentKind ? t(`kinds.${line.documentKind}`) : line.en;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name before it is typed.
            <li key={index} className={style.editLine} data-paper={line.documentKind !== null || undefined}>
              <div className={style.editTexts}>
                {line.documentKind ? (
                  <span>{name}</span>
                ) : (
                  <>
                    <TextField form={form} name={`checks.${index}.en`} label={t('checks.en')} required />
                    <TextField form={form} name={`checks.${index}.bn`} label={t('checks.bn')} required />
                  </>
                )}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`${common('actions.remove')}: ${name}`}
                onClick={() => {
                  document.getElementById(addId)?.focus();
                  set(lines.filter((other) => other !== line));
                }}
              >
                <IconTrash size={17} />
              </ActionIcon>
              <CheckField form={form} name={`checks.${index}.required`} label={t('checks.required')} />
            </li>
          );
        })}
      </ul>
      {lines.length < MOST ? (
        <AddLine
          id={addId}
          label={t('checks.add')}
          placeholder={t('checks.choose')}
          error={problem ? errorTextNow(problem.code, problem.params) : null}
          add={(value) => {
            const documentKind = APPLICANTS_KINDS.find((kind) => kind === value) ?? null;
            set([...lines, { documentKind, en: '', bn: '', required: true }]);
          }}
          lineOf={firstOf}
          options={[
            { value: TEXT, label: t('checks.text') },
            {
              group: t('parts.document'),
              items: APPLICANTS_KINDS.filter((kind) => !used.has(kind)).map((kind) => ({
                value: kind,
                label: t(`kinds.${kind}`),
              })),
            },
          ]}
        />
      ) : null}
    </fieldset>
  );
}
