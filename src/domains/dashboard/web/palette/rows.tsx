/** The rows of the palette: commands and found records in one shape. */
import { IconCornerDownLeft, IconHistory, IconMap } from '@tabler/icons-react';
import { Keys } from '#web/layout/keyboard-help.tsx';
import type { FoundRecord } from '#web/navigation/found-record.ts';
import { LoadedIcon } from '#web/navigation/loaded-icon.tsx';
import type { MenuIcon } from '#web/navigation/menu-groups.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Hit } from '../../search/contract.ts';
import style from './palette.module.css';

export type Row = {
  key: string;
  icon: MenuIcon;
  title: string;
  about?: string | undefined;
  keys?: string | undefined;
  run: () => void;
};
export type Section = { key: string; title: string; count?: string | undefined; rows: Row[] };

export const RECENT_ICONS = { search: IconHistory, record: IconMap };

/** A hit in words: who or what, then its number, plot, amount and day. */
export function useHitWords() {
  const t = useTexts('palette');
  const language = useLanguage();
  const { digits, money, day } = useFormats();
  return ({ knownBy }: FoundRecord, hit: Hit): { title: string; about: string } => {
    const name = (language === 'bn' && hit.nameBn) || hit.name;
    const number = hit.number && digits(hit.number);
    const place = [
      hit.sectorNumber && t('sector', { number: digits(hit.sectorNumber) }),
      hit.roadNumber && t('road', { number: digits(hit.roadNumber) }),
      hit.plotNumber && t('plot', { number: digits(hit.plotNumber) }),
    ].filter(Boolean);
    const facts = [
      ...place,
      hit.amountMinor === null ? null : money(hit.amountMinor),
      hit.day && day(hit.day),
    ].filter(Boolean);
    const [title, other] =
      knownBy === 'name' ? [name ?? number, name ? number : null] : [number ?? name, number ? name : null];
    return { title: title ?? '', about: [other, ...facts].filter(Boolean).join(' · ') };
  };
}

type SectionsProps = { id: string; sections: readonly Section[]; at: number };

/** As a listbox: the field above keeps the focus and says which row is chosen. */
export function Sections({ id, sections, at }: SectionsProps) {
  let index = -1;
  return sections.map((section) => (
    // biome-ignore lint/a11y/useSemanticElements: a group within a listbox; a fieldset is none
    <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
      <div id={`${id}-${section.key}`} className={style.section}>
        {section.title}
        {section.count ? <span className={style.count}>{section.count}</span> : null}
      </div>
      {section.rows.map((row) => {
        index += 1;
        return <OneRow key={row.key} row={row} id={`${id}-row-${index}`} isAt={index === at} />;
      })}
    </div>
  ));
}

function OneRow({ row, id, isAt }: { row: Row; id: string; isAt: boolean }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that has the focus
    <div id={id} role="option" tabIndex={-1} aria-selected={isAt} className={style.row} onClick={row.run}>
      <LoadedIcon icon={row.icon} size={18} />
      <span className={style.title}>{row.title}</span>
      <span className={style.about}>{row.about}</span>
      {row.keys ? <Keys keys={row.keys} /> : null}
      <IconCornerDownLeft size={15} className={style.enter} aria-hidden="true" />
    </div>
  );
}
