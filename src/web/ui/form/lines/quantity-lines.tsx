/** Lines of a form, each a thing and its quantity with what that costs while it is typed; and their total. */
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useFormats } from '../../../texts/use-formats.ts';
import type { Choice, ChoiceGroup } from '../choice.ts';
import { fieldId } from '../field.ts';
import { TextField } from '../text-fields.tsx';
import type { FormFields } from '../use-form.ts';
import { AddLine } from './add-line.tsx';
import style from './quantity-lines.module.css';

/** What is shown of one line. */
export type ShownLine = {
  name: string;
  /** A chip beside the name. */
  mark?: ReactNode;
  unit: string;
  about: string;
  /** Of pieces: nobody takes a part of one. */
  isWhole?: boolean;
  /** What its quantity field is called for who does not see the name beside it. */
  label: string;
  /** Poisha; null if there is no rate, or if the quantity is none. */
  amountMinor: number | null;
};

type QuantityLinesProps<L extends { quantity: string }> = {
  form: FormFields<string>;
  /** The form's list of lines. */
  name: string;
  /** The value by which a line is found and added. */
  idOf: (line: L) => string;
  /** A new line. */
  make: (id: string) => L | undefined;
  show: (line: L) => ShownLine;
  /** The server takes no line of quantity 0. */
  isZeroWrong?: boolean;
  add: { label: string; placeholder: string; error: ReactNode; options: readonly (Choice | ChoiceGroup)[] };
};

export function QuantityLines<L extends { quantity: string }>(props: QuantityLinesProps<L>) {
  const { form, name, idOf, make, show, isZeroWrong = false, add } = props;
  const lines = (form.valueOf(name) ?? []) as L[];
  const addId = fieldId(form.id, name);
  const quantityOf = (index: number) => `${name}.${index}.quantity`;
  const lineOf = (id: string) => {
    const index = lines.findIndex((line) => idOf(line) === id);
    return index < 0 ? undefined : fieldId(form.id, quantityOf(index));
  };
  // Not when it is left, and not when all is sent: the total counts without a wrong line.
  const wrongAtOnce = (isWhole = false): FormFields<string> => ({
    ...form,
    problemOf: (path) =>
      form.problemOf(path) ?? wrongQuantity(path, String(form.valueOf(path) ?? ''), { isZeroWrong, isWhole }),
  });
  return (
    <>
      <div>
        {lines.map((line, index) => {
          const shown = show(line);
          return (
            <QuantityLine
              key={idOf(line)}
              form={wrongAtOnce(shown.isWhole)}
              name={quantityOf(index)}
              line={shown}
              remove={() => {
                document.getElementById(addId)?.focus();
                form.change(
                  name,
                  lines.filter((other) => other !== line),
                );
              }}
            />
          );
        })}
      </div>
      <AddLine
        id={addId}
        {...add}
        add={(id) => {
          const line = make(id);
          if (line) form.change(name, [...lines, line]);
        }}
        lineOf={lineOf}
      />
    </>
  );
}

type QuantityLineProps = { form: FormFields<string>; name: string; line: ShownLine; remove: () => void };

function QuantityLine({ form, name, line, remove }: QuantityLineProps) {
  const common = useTexts('common');
  const { amount } = useFormats();
  return (
    <div className={style.line}>
      <div>
        {line.name} {line.mark}
        <span className={style.soft}>{line.about}</span>
      </div>
      <div className={style.quantity}>
        <TextField form={form} name={name} label={line.label} inputMode="decimal" />
        <span aria-hidden="true">{line.unit}</span>
      </div>
      <span className={style.amount}>{line.amountMinor === null ? '—' : `৳${amount(line.amountMinor)}`}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`${common('actions.remove')}: ${line.name}`}
        onClick={remove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}

/** @param minor poisha of what is typed now */
export function LinesTotal({ label, minor }: { label: string; minor: number }) {
  const { money } = useFormats();
  return (
    <div className={style.total} role="status">
      <span>{label}</span>
      <span className={style.sum}>{money(minor)}</span>
    </div>
  );
}

type Wrong = { isZeroWrong: boolean; isWhole: boolean };

/** A point without its decimals yet is no mistake while it is typed. */
function wrongQuantity(path: string, text: string, { isZeroWrong, isWhole }: Wrong) {
  const typed = text.replace(/\.$/, '');
  const figure = Number(toLatinDigits(typed).trim());
  if (!isQuantity(typed) || (isZeroWrong && figure === 0))
    return { path, code: text.trim() ? 'common.number_invalid' : 'common.required' };
  return isWhole && !Number.isInteger(figure) ? { path, code: 'common.whole_number' } : undefined;
}
