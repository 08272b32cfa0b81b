/** What saving would change: the old value struck out beside the new one. Nothing if nothing changes. */
import { useTexts } from '#web/texts/texts.ts';
import style from './differences.module.css';

export type Difference = { label: string; before: string; after: string };

export function Differences({ rows }: { rows: readonly Difference[] }) {
  const t = useTexts('settings');
  const changed = rows.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return null;
  return (
    <section className={style.changes} aria-live="polite">
      <h3>{t('rules.changes')}</h3>
      <dl>
        {changed.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{before || t('rules.no_value')}</del> <ins>{after || t('rules.no_value')}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
