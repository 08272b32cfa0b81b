/** What a planned change would have made of last month's bills, and by how much prices rise within a year. */
import { Alert } from '@mantine/core';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { Impact, Rise } from '../../settings/impact.rules.ts';
import { LEGAL_RISE_PERCENT } from '../../tariffs/tariff.rules.ts';
import { useCategoryOptions } from '../tariffs/categories.ts';
import { price as written } from '../tariffs/price.rules.ts';
import style from './settings.module.css';

/** +1,234 or −1,234, for columns whose head names the unit. */
function useSigned(): (minor: number) => string {
  const { amount } = useFormats();
  return (minor) => (minor > 0 ? `+${amount(minor)}` : amount(minor));
}

export function ImpactView({ impact }: { impact: Impact }) {
  const t = useTexts('settings');
  const { money, percent } = useFormats();
  const { period, bills, beforeMinor, afterMinor, more, less } = impact;
  if (!period) return <p className={style.quiet}>{t('config.impact.none')}</p>;
  const isSame = more === 0 && less === 0;
  const share = (count: number) =>
    t('config.impact.share', { percent: percent(bills === 0 ? 0 : count / bills), count: bills });
  return (
    <Sheet title={t('config.impact.title', { month: period })}>
      <Facts
        facts={[
          { label: t('config.impact.billed'), value: money(beforeMinor) },
          { label: t('config.impact.would'), value: money(afterMinor) },
          {
            label: t('config.impact.difference'),
            value: `${afterMinor > beforeMinor ? '+' : ''}${money(afterMinor - beforeMinor)} (${percent(beforeMinor === 0 ? 0 : (afterMinor - beforeMinor) / beforeMinor)})`,
          },
          {
            label: t('config.impact.median'),
            value: `${money(impact.medianBeforeMinor)} → ${money(impact.medianAfterMinor)}`,
          },
          { label: t('config.impact.more'), value: share(more) },
          { label: t('config.impact.less'), value: share(less) },
        ]}
      />
      {isSame ? <p>{t('config.impact.same')}</p> : null}
      {impact.changedSince > 0 ? (
        <p className={style.quiet}>{t('config.impact.changed_since', { count: impact.changedSince })}</p>
      ) : null}
      <Categories impact={impact} />
      {impact.biggest.length > 0 ? <Biggest impact={impact} /> : null}
    </Sheet>
  );
}

function Categories({ impact }: { impact: Impact }) {
  const t = useTexts('settings');
  const language = useLanguage();
  const { amount, number } = useFormats();
  const signed = useSigned();
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('config.impact.category')}</th>
            {(['bills', 'billed', 'would', 'difference', 'more'] as const).map((key) => (
              <th key={key} scope="col" className={style.number}>
                {t(`config.impact.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {impact.categories.map((row) => (
            <tr key={row.category}>
              <td>{language === 'bn' ? row.nameBn : row.nameEn}</td>
              <td className={style.number}>{number(row.bills)}</td>
              <td className={style.number}>{amount(row.beforeMinor)}</td>
              <td className={style.number}>{amount(row.afterMinor)}</td>
              <td className={style.number}>{signed(row.afterMinor - row.beforeMinor)}</td>
              <td className={style.number}>{number(row.more)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Biggest({ impact }: { impact: Impact }) {
  const t = useTexts('settings');
  const { amount, cubicMetres, digits } = useFormats();
  const signed = useSigned();
  return (
    <details>
      <summary>{t('config.impact.biggest')}</summary>
      <div className={style.scroll}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('config.impact.invoice')}</th>
              {(['use', 'billed', 'would', 'difference'] as const).map((key) => (
                <th key={key} scope="col" className={style.number}>
                  {t(`config.impact.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {impact.biggest.map((row) => (
              <tr key={row.invoiceNumber}>
                <td>{digits(row.invoiceNumber)}</td>
                <td className={style.number}>{cubicMetres(row.usageLitres)}</td>
                <td className={style.number}>{amount(row.beforeMinor)}</td>
                <td className={style.number}>{amount(row.afterMinor)}</td>
                <td className={style.number}>{signed(row.afterMinor - row.beforeMinor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The largest rise; 0 if no price rises. */
export function largestShown(rises: readonly Rise[]): number {
  return Math.max(0, ...rises.map(({ percent }) => percent));
}

/** Of each category the price that rises most. */
function steepest(rises: readonly Rise[]): Rise[] {
  const found = new Map<string, Rise>();
  for (const rise of rises) {
    const known = found.get(rise.category);
    if (!known || rise.percent > known.percent) found.set(rise.category, rise);
  }
  return [...found.values()];
}

/** One category: every price. Several: the steepest of each, the others on demand. */
export function RisesView({ rises }: { rises: readonly Rise[] }) {
  const t = useTexts('settings');
  const { digits } = useFormats();
  const largest = largestShown(rises);
  const most = steepest(rises);
  if (rises.length === 0) return null;
  return (
    <Sheet title={t('config.impact.rises')}>
      {largest > LEGAL_RISE_PERCENT ? (
        <Alert color="yellow">
          {t('config.impact.warning', { percent: digits(largest.toFixed(1)), limit: LEGAL_RISE_PERCENT })}
        </Alert>
      ) : null}
      <p className={style.quiet}>{t('config.impact.rises_about')}</p>
      {most.length > 1 ? (
        <>
          <RisesTable rises={most} isNamed />
          <details>
            <summary>{t('config.impact.all_rises')}</summary>
            <RisesTable rises={rises} isNamed />
          </details>
        </>
      ) : (
        <RisesTable rises={rises} />
      )}
    </Sheet>
  );
}

function RisesTable({ rises, isNamed }: { rises: readonly Rise[]; isNamed?: boolean }) {
  const t = useTexts('settings');
  const { digits, amount } = useFormats();
  const categories = useCategoryOptions();
  const nameOf = (code: string) => categories.find(({ value }) => value === code)?.label ?? code;
  const nameOfPrice = ({ kind, at, pipeSizeMm }: Rise) => {
    const price = t(`config.impact.kinds.${kind}`, { at: digits(at ?? '') });
    return pipeSizeMm === null
      ? price
      : t('config.impact.of_pipe', { price, size: digits(String(pipeSizeMm)) });
  };
  const percent = (value: number) => digits(`${value > 0 ? '+' : ''}${value.toFixed(1)}%`).replace('-', '−');
  // A rate may have more than two decimals; a charge and a bill are amounts of money.
  const price = ({ kind }: Rise, value: string) =>
    kind === 'rate' ? digits(written(value)) : amount(Math.round(Number(value) * 100));
  return (
    <div className={style.scroll}>
      <table className={style.table}>
        <thead>
          <tr>
            {isNamed ? <th scope="col">{t('config.impact.category')}</th> : null}
            <th scope="col">{t('config.impact.price')}</th>
            {(['before', 'after', 'rise'] as const).map((key) => (
              <th key={key} scope="col" className={style.number}>
                {t(`config.impact.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rises.map((rise) => (
            <tr key={`${rise.category} ${rise.kind} ${rise.at} ${rise.pipeSizeMm}`}>
              {isNamed ? <td>{nameOf(rise.category)}</td> : null}
              <td>{nameOfPrice(rise)}</td>
              <td className={style.number}>{price(rise, rise.before)}</td>
              <td className={style.number}>{price(rise, rise.after)}</td>
              <td className={style.number} data-above={rise.percent > LEGAL_RISE_PERCENT}>
                {percent(rise.percent)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
