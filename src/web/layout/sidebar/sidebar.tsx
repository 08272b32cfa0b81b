/** The sidebar: groups by role, one sub-menu open at a time, counter badges, a field that finds a line by name. */

import { TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { today } from '#web/today.ts';
import { GoLink, usePath, useUrlQuery } from '../../navigation/go.tsx';
import { LoadedIcon } from '../../navigation/loaded-icon.tsx';
import { type MenuBranch, menuTree, shownLine, sidebarEntries } from '../../navigation/menu.ts';
import type { MenuEntry } from '../../navigation/pages.ts';
import { counterSlice, useProfile } from '../../session/session.ts';
import { useOwnMenu } from '../../session/use-own-menu.ts';
import { countOf } from '../../state/counters.ts';
import { usePersisted } from '../../state/persisted.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { useFooterLine } from '../../texts/use-company-name.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { refreshCounters } from '../counters.ts';
import style from './sidebar.module.css';

const PinnedViews = lazy(() =>
  import('../../ui/list/views/pinned-views.tsx').then((file) => ({ default: file.PinnedViews })),
);

/** Pages of the person and of the frame: no line is theirs, and none stays marked. */
const OF_NO_LINE = 'general';

/** The marked line, and its group; a page that is reached from a list marks that list. */
function useMarked(entries: readonly MenuEntry[]) {
  const path = usePath();
  const query = useUrlQuery();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const before = useRef<MenuEntry | undefined>(undefined);
  const isOfNone = !page || page.area === OF_NO_LINE;
  const marked = shownLine(
    entries,
    { path, query },
    { under: page?.under, before: isOfNone ? undefined : before.current },
  );
  useEffect(() => {
    before.current = marked.entry;
  }, [marked.entry]);
  return marked;
}

function Badge({ count }: { count: number }) {
  const t = useTexts('common');
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <span className={style.badge}>
      <span aria-hidden="true">{number(count)}</span>
      <span className={style.spoken}>{t('frame.waiting', { count })}</span>
    </span>
  );
}

const ICON_PX = 19;

type LineProps = {
  entry: MenuEntry;
  /** Of a group that is its one line. */
  group?: MenuBranch['group'];
  active: boolean;
};

function Line({ entry, group, active }: LineProps) {
  const Icon = group?.icon;
  const language = useLanguage();
  const counters = usePersisted(counterSlice);
  return (
    <GoLink
      to={entry.path}
      query={entry.query ?? {}}
      className={Icon ? style.line : `${style.line} ${style.child}`}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      onClick={() => void refreshCounters()}
    >
      {Icon ? <LoadedIcon icon={Icon} size={ICON_PX} /> : null}
      <span className={style.name}>{(group?.title ?? entry.title)[language]}</span>
      <Badge count={countOf(counters, entry.count)} />
    </GoLink>
  );
}

type BranchProps = {
  branch: MenuBranch;
  open: boolean;
  /** The page belongs to the group, and to no single line of it. */
  isHere: boolean;
  toggle: () => void;
  isActive: (entry: MenuEntry) => boolean;
};

function Branch({ branch, open, isHere, toggle, isActive }: BranchProps) {
  const language = useLanguage();
  const counters = usePersisted(counterSlice);
  const { group, entries } = branch;
  const Icon = group.icon;
  const sum = entries.reduce((total, entry) => total + countOf(counters, entry.count), 0);
  return (
    <div>
      <UnstyledButton
        className={style.line}
        aria-expanded={open}
        aria-current={isHere || undefined}
        data-within={isHere || (!open && entries.some(isActive)) || undefined}
        onClick={() => {
          toggle();
          void refreshCounters();
        }}
      >
        <LoadedIcon icon={Icon} size={ICON_PX} />
        <span className={style.name}>{group.title[language]}</span>
        {open ? null : <Badge count={sum} />}
        <IconChevronRight size={15} className={style.arrow} aria-hidden="true" />
      </UnstyledButton>
      {open ? (
        <div className={style.children}>
          {entries.map((entry) => (
            <Line key={`${entry.path}${entry.order}`} entry={entry} active={isActive(entry)} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Lines whose name holds the words, in either language. */
function found(entries: readonly MenuEntry[], words: string): MenuEntry[] {
  const wanted = words.trim().normalize('NFC').toLowerCase();
  return entries.filter(({ title }) => `${title.en} ${title.bn}`.toLowerCase().includes(wanted));
}

export function Sidebar() {
  const t = useTexts('common');
  const { digits } = useFormats();
  const footer = useFooterLine();
  const entries = useOwnMenu();
  const isConsumer = useProfile()?.role === 'consumer';
  const marked = useMarked(entries);
  const isActive = (entry: MenuEntry) => entry === marked.line;
  const tree = useMemo(() => menuTree(sidebarEntries(entries), isConsumer), [entries, isConsumer]);
  const current = marked.group;
  const [open, setOpen] = useState<string | null | undefined>(undefined);
  const [words, setWords] = useState('');
  const openId = open === undefined ? current : open;
  const hits = words.trim() ? found(entries, words) : null;
  return (
    <nav aria-label={t('frame.main_menu')} className={style.nav}>
      <TextInput
        className={style.search}
        size="sm"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        placeholder={t('frame.search_menu')}
        aria-label={t('frame.search_menu')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
      <div className={style.scroll}>
        {hits?.map((entry) => (
          <Line key={`${entry.path}${entry.order}`} entry={entry} active={isActive(entry)} />
        ))}
        {hits?.length === 0 ? <p className={style.none}>{t('frame.no_menu')}</p> : null}
        {hits
          ? null
          : tree.map((branch) => {
              const { group } = branch;
              const [only, ...others] = branch.entries;
              if (group.type === 'link' && only && others.length === 0) {
                return <Line key={group.id} entry={only} group={group} active={isActive(only)} />;
              }
              const toggle = () => setOpen(openId === group.id ? null : group.id);
              return (
                <Branch
                  key={group.id}
                  branch={branch}
                  open={openId === group.id}
                  isHere={current === group.id && !marked.line}
                  toggle={toggle}
                  isActive={isActive}
                />
              );
            })}
        {hits || isConsumer ? null : (
          <Suspense>
            <PinnedViews />
          </Suspense>
        )}
      </div>
      <footer className={style.footer}>
        {t('frame.copyright', {
          year: digits(today().slice(0, 4)),
          company: footer,
        })}
      </footer>
    </nav>
  );
}
