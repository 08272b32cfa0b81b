/** Two entries side by side: which value of each field stays, and what belongs to each. */
import { Radio } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Money } from '#web/ui/figures.tsx';
import { HOLDINGS } from '../../contract.ts';
import { MERGED_FIELDS, type MergedField, type MergeSide } from '../../merge/contract.ts';
import style from './merge.module.css';

const LABELS = {
  name: 'list.name',
  nameBn: 'list.name_bn',
  phone: 'list.phone',
  email: 'list.email',
  nid: 'list.nid',
  dateOfBirth: 'list.birth',
  address: 'list.address',
} as const;

type ComparisonProps = {
  from: MergeSide;
  into: MergeSide;
  keepFrom: readonly MergedField[];
  keep: (field: MergedField, isFrom: boolean) => void;
};

export function Comparison({ from, into, keepFrom, keep }: ComparisonProps) {
  const t = useTexts('consumers');
  const { digits, day, numberOrText } = useFormats();
  const written = (side: MergeSide, field: MergedField) => {
    const value = side[field];
    if (!value) return '—';
    return field === 'dateOfBirth' ? day(value) : numberOrText(value);
  };
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={style.spoken}>{t('record.field')}</span>
            </th>
            <th scope="col">
              {t('merge.stays')}
              <span className={style.soft}>{digits(into.number)}</span>
            </th>
            <th scope="col">
              {t('merge.goes')}
              <span className={style.soft}>{digits(from.number)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {MERGED_FIELDS.map((field) => {
            const isSame = (into[field] ?? '') === (from[field] ?? '');
            const isFrom = keepFrom.includes(field);
            const choice = (side: MergeSide, isThis: boolean) =>
              isSame ? (
                written(side, field)
              ) : (
                <Radio
                  name={`keep-${field}`}
                  label={written(side, field)}
                  aria-label={t('merge.keep', {
                    field: t(LABELS[field]),
                    value: written(side, field),
                    number: digits(side.number),
                  })}
                  checked={isThis}
                  onChange={() => keep(field, side === from)}
                />
              );
            return (
              <tr key={field}>
                <th scope="row">{t(LABELS[field])}</th>
                <td data-kept={isSame || !isFrom || undefined}>{choice(into, !isFrom)}</td>
                <td data-kept={(!isSame && isFrom) || undefined}>{choice(from, isFrom)}</td>
              </tr>
            );
          })}
          <Holdings from={from} into={into} />
        </tbody>
      </table>
    </div>
  );
}

const MOVING: readonly string[] = ['connections', 'applications', 'drafts', 'documents'];

/** Counts and amounts of what belongs to each, and what becomes of it. */
function Holdings({ from, into }: { from: MergeSide; into: MergeSide }) {
  const t = useTexts('consumers');
  const { number } = useFormats();
  const holding = (side: MergeSide, kind: string) => side.holdings.find((holding) => holding.kind === kind);
  const kinds = HOLDINGS.filter((kind) => [from, into].some((side) => (holding(side, kind)?.count ?? 0) > 0));
  const cell = (side: MergeSide, kind: string) => {
    const held = holding(side, kind);
    if (!held || held.count === 0) return '—';
    return (
      <>
        {number(held.count)}
        {held.amountMinor ? (
          <span className={style.soft}>
            {t(kind === 'invoices' ? 'merge.unpaid' : 'merge.received')} <Money minor={held.amountMinor} />
          </span>
        ) : null}
      </>
    );
  };
  return (
    <>
      {kinds.map((kind) => (
        <tr key={kind}>
          <th scope="row">
            {t(`holdings.${kind}`)}
            <span className={style.soft}>{t(MOVING.includes(kind) ? 'merge.moves' : 'merge.follows')}</span>
          </th>
          <td>{cell(into, kind)}</td>
          <td>{cell(from, kind)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row">{t('record.due')}</th>
        <td>
          <Money minor={into.dueMinor} />
        </td>
        <td>
          <Money minor={from.dueMinor} />
        </td>
      </tr>
      <tr>
        <th scope="row">
          {t('record.account')}
          {from.account === 'none' ? null : (
            <span className={style.soft}>
              {t(into.account === 'none' ? 'merge.account_moves' : 'merge.account_closes')}
            </span>
          )}
        </th>
        <td>{t(`merge.account_${into.account}`)}</td>
        <td>{t(`merge.account_${from.account}`)}</td>
      </tr>
    </>
  );
}
