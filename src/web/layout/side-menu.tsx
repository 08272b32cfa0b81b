/** The menu beside the configuration pages (spec §2): the same lines on each of them, the current one marked. */
import { GoLink, usePath } from '../navigation/go.tsx';
import { menuTree } from '../navigation/menu.ts';
import { useOwnMenu } from '../session/use-own-menu.ts';
import { useLanguage } from '../texts/texts.ts';
import style from './side-menu.module.css';

export function SideMenu() {
  const language = useLanguage();
  const path = usePath();
  const branch = menuTree(useOwnMenu()).find(({ group }) => group.type === 'beside');
  if (!branch) return null;
  return (
    <nav aria-label={branch.group.title[language]} className={`${style.menu} no-print`}>
      {branch.entries.map(({ path: to, query, title }) => (
        <GoLink
          key={to}
          to={to}
          query={query ?? {}}
          className={style.line}
          aria-current={path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined}
        >
          {title[language]}
        </GoLink>
      ))}
    </nav>
  );
}
