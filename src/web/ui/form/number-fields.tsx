/**
 * Figures: whole numbers, Taka, cubic metres. They take Bengali digits and grouping, let no minus, plus or e in
 * (spec §5), and keep an integer (poisha, litres) as the form's value; NaN stands for what is no figure yet.
 */
import { TextInput } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Formats } from '#shared/format.ts';
import { parseTaka } from '#shared/money.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { type FieldProps, inputProps } from './field.ts';
import { type Kept, keepFigures } from './keep-figures.ts';
import { parseVolume, parseWhole } from './parse.ts';

type Kind = {
  parse: (text: string) => number | undefined;
  write: (formats: Formats, value: number) => string;
  /** With its unit, if the unit is not written behind it. */
  named?: (formats: Formats, value: number) => string;
  decimals: boolean;
  wrong: string;
};

const WHOLE: Kind = {
  parse: parseWhole,
  write: (formats, value) => formats.number(value),
  decimals: false,
  wrong: 'common.number_invalid',
};
const TAKA: Kind = {
  parse: parseTaka,
  write: (formats, value) => formats.amount(value),
  named: (formats, value) => formats.money(value),
  decimals: true,
  wrong: 'common.amount_invalid',
};
const CUBIC_METRES: Kind = {
  parse: parseVolume,
  write: (formats, value) => formats.cubicMetres(value),
  decimals: true,
  wrong: 'common.volume_invalid',
};

/** Letters of a unit that needs more room. */
const LONG_UNIT = 4;

type FigureProps<Name extends string> = FieldProps<Name> & {
  kind: Kind;
  unit?: ReactNode;
  autoFocus?: boolean;
};

function FigureField<Name extends string>({ kind, unit, autoFocus, ...props }: FigureProps<Name>) {
  const { form, name } = props;
  const formats = useFormats();
  const value = form.valueOf(name);
  const [typed, setTyped] = useState<string | null>(null);
  const [isInside, setInside] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // What is written there is typed over, not added to.
  useLayoutEffect(() => {
    if (isInside) field.current?.select();
  }, [isInside]);
  // Why the last key was not taken: it stays until the field is left or empty, because the next key may hide what became of it.
  const [blocked, setBlocked] = useState<Kept['problem']>();
  const written = typeof value === 'number' && !Number.isNaN(value) ? kind.write(formats, value) : '';
  // While it is edited it has no groups: a key within them would leave commas at places that are no end of a group.
  const shown = typed ?? (isInside ? written.replaceAll(',', '') : written);
  const named = (other: number) =>
    kind.named?.(formats, other) ?? [kind.write(formats, other), unit].filter(Boolean).join(' ');
  const shared = inputProps(props, (other) => (typeof other === 'number' ? named(other) : String(other)));
  const isWrong = Number.isNaN(value) && form.problemOf(name) !== undefined;
  return (
    <TextInput
      {...shared}
      {...(autoFocus ? { autoFocus: true } : {})}
      error={blocked ? errorTextNow(blocked) : isWrong ? errorTextNow(kind.wrong) : shared.error}
      inputMode={kind.decimals ? 'decimal' : 'numeric'}
      ref={field}
      onFocus={() => setInside(true)}
      autoComplete="off"
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      {...(unit
        ? {
            rightSection: unit,
            rightSectionWidth: String(unit).length > LONG_UNIT ? 86 : 58,
            rightSectionPointerEvents: 'none' as const,
          }
        : {})}
      value={shown}
      onChange={(event) => {
        const { text, problem } = keepFigures(event.currentTarget.value, kind.decimals, shown);
        setBlocked(problem ?? (text === '' ? undefined : blocked));
        if (problem) return;
        setTyped(text);
        form.change(name, text === '' ? undefined : (kind.parse(text) ?? Number.NaN));
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        setBlocked(undefined);
        setInside(false);
        shared.onBlur(event);
      }}
    />
  );
}

export function WholeField<Name extends string>(
  props: FieldProps<Name> & { unit?: ReactNode; autoFocus?: boolean },
) {
  return <FigureField kind={WHOLE} {...props} />;
}

/** Value in poisha. */
export function MoneyField<Name extends string>(props: FieldProps<Name> & { autoFocus?: boolean }) {
  return <FigureField kind={TAKA} unit="৳" {...props} />;
}

/** Value in litres, typed in cubic metres. */
export function VolumeField<Name extends string>(props: FieldProps<Name> & { autoFocus?: boolean }) {
  const t = useTexts('common');
  return <FigureField kind={CUBIC_METRES} unit={t('units.cubic_metres')} {...props} />;
}
