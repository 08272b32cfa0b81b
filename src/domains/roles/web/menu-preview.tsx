/** The sidebar as people of a role would see it, by the sidebar's own rules; what the unsaved changes alter is marked. */
import type { Permission } from '#shared/permissions.ts';
import { LoadedIcon } from '#web/navigation/loaded-icon.tsx';
import { type MenuBranch, menuTree } from '#web/navigation/menu.ts';
import type { MenuEntry } from '#web/navigation/pages.ts';
import { visibleMenu } from '#web/session/access.ts';
import { whoIs } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { wiring } from '#web/wiring.ts';
import { useRoleName } from './role-name.ts';
import style from './role-permission.module.css';

type Words = Iterable<Permission>;
type Previewed = { code: string; name: string };

function menuOf(code: string, words: Words): MenuEntry[] {
  return visibleMenu(wiring().menu, { who: whoIs(code), role: code, words: new Set<string>(words) });
}

/** Names of the menu lines that come and go with a change of words. */
export function useMenuChange(role: Previewed, before: Words, after: Words) {
  const language = useLanguage();
  const [old, next] = [menuOf(role.code, before), menuOf(role.code, after)];
  const namesOf = (entries: MenuEntry[], others: MenuEntry[]) => [
    ...new Set(entries.filter((entry) => !others.includes(entry)).map(({ title }) => title[language])),
  ];
  return { gained: namesOf(next, old), lost: namesOf(old, next) };
}

type MenuPreviewProps = { role: Previewed; before: Words; words: Words; close: () => void };

export function MenuPreview({ role, before, words, close }: MenuPreviewProps) {
  const t = useTexts('roles');
  const roleName = useRoleName();
  const [old, next] = [menuOf(role.code, before), menuOf(role.code, words)];
  // In the menu's own order, with the lines that would go.
  const all = wiring().menu.filter((entry) => old.includes(entry) || next.includes(entry));
  const tree = menuTree(
    [...all].sort((a, b) => a.order - b.order),
    role.code === 'consumer',
  );
  const markOf = (entry: MenuEntry) =>
    !next.includes(entry) ? 'gone' : !old.includes(entry) ? 'new' : undefined;
  return (
    <Dialog title={t('matrix.preview_title', { name: roleName(role.code, role.name) })} close={close}>
      {tree.length === 0 ? <p className={style.none}>{t('matrix.preview_empty')}</p> : null}
      <nav aria-label={t('matrix.preview')} className={style.preview}>
        {tree.map((branch) => (
          <Branch key={branch.group.id} branch={branch} markOf={markOf} />
        ))}
      </nav>
    </Dialog>
  );
}

type BranchProps = {
  branch: MenuBranch;
  markOf: (entry: MenuEntry) => 'gone' | 'new' | undefined;
};

function Branch({ branch, markOf }: BranchProps) {
  const language = useLanguage();
  const { group, entries } = branch;
  const [only, ...others] = entries;
  const isLink = group.type === 'link' && only && others.length === 0;
  return (
    <div>
      <p className={style.group}>
        <LoadedIcon icon={group.icon} size={18} />
        {isLink ? <Line entry={only} mark={markOf(only)} /> : group.title[language]}
      </p>
      {isLink ? null : (
        <ul>
          {entries.map((entry) => (
            <li key={`${entry.path}${entry.order}`}>
              <Line entry={entry} mark={markOf(entry)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ entry, mark }: { entry: MenuEntry; mark: 'gone' | 'new' | undefined }) {
  const t = useTexts('roles');
  const language = useLanguage();
  const title = entry.title[language];
  if (!mark) return <span>{title}</span>;
  return (
    <span>
      {mark === 'gone' ? <s>{title}</s> : <b>{title}</b>}{' '}
      <span className={style.tag} data-kind={mark}>
        {t(`matrix.${mark}`)}
      </span>
    </span>
  );
}
