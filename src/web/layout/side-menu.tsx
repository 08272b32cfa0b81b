/** The menu beside the configuration pages (spec §2): the same lines on each of them, the current one marked. */
import { useMatches } from '@tanstack/react-router';
import { GoLink, usePath } from '../navigation/go.tsx';
import { besideMenu } from '../navigation/menu-beside.ts';
import { useOwnMenu } from '../session/use-own-menu.ts';
import { useLanguage } from '../texts/texts.ts';
import style from './side-menu.module.css';

export function SideMenu() {
  const language = useLanguage();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const beside = besideMenu(useOwnMenu(), usePath(), page);
  if (!beside) return null;
  return (
    <nav aria-label={beside.title[language]} className={`${style.menu} no-print`}>
      {beside.lines.map(({ path, query, title, current }) => (
        <GoLink key={path} to={path} query={query ?? {}} className={style.line} aria-current={current}>
          {title[language]}
        </GoLink>
      ))}
    </nav>
  );
}
