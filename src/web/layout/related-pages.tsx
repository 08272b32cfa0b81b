/** The list, and the pages that are reached from it and have no line in the sidebar: a row beside the title of each. */
import { GoLink, usePath } from '../navigation/go.tsx';
import { familyOf } from '../navigation/menu.ts';
import { menuGroups } from '../navigation/menu-groups.ts';
import type { MenuEntry } from '../navigation/pages.ts';
import type { Title } from '../navigation/title.ts';
import { useOwnMenu } from '../session/use-own-menu.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';
import style from './related-pages.module.css';

export function RelatedPages() {
  const t = useTexts('common');
  const language = useLanguage();
  const path = usePath();
  const menu = useOwnMenu();
  // The page itself is named by its title.
  const others = familyOf(path, menu).filter((entry) => entry.path !== path);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('frame.related')} className={`${style.row} no-print`}>
      {others.map((entry) => (
        <GoLink key={entry.path} to={entry.path} query={entry.query ?? {}} className={style.link}>
          {titleOf(entry, menu)[language]}
        </GoLink>
      ))}
    </nav>
  );
}

/** A list with several lines in the sidebar has the name of their group. */
function titleOf(entry: MenuEntry, menu: readonly MenuEntry[]): Title {
  if (menu.filter(({ path }) => path === entry.path).length < 2) return entry.title;
  return menuGroups(false).find(({ id }) => id === entry.group)?.title ?? entry.title;
}
