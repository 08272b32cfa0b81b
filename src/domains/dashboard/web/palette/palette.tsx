/**
 * The command palette (Ctrl+K): one box that goes to any menu line, does what the person may do, and finds records.
 * Without a connection it still goes everywhere.
 */
import { useMantineColorScheme } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { isWorthMore, readSearchText } from '#shared/search/search-text.ts';
import { NativeDialog } from '#web/layout/native-dialog.tsx';
import { openOverlay } from '#web/layout/overlays.ts';
import frame from '#web/layout/palette-shell.module.css';
import type { TypedAhead } from '#web/layout/palette-shell.tsx';
import type { FoundRecord } from '#web/navigation/found-record.ts';
import { useGoAddress } from '#web/navigation/go.tsx';
import type { Command, PaletteCommand } from '#web/navigation/palette-command.ts';
import { signOut } from '#web/session/keep-session.ts';
import {
  grantedWords,
  type RecentFinds,
  recentFinds,
  usePermissions,
  useProfile,
  whoIs,
} from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { setLanguage, useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { wiring } from '#web/wiring.ts';
import { COUNTED } from '../../search/contract.ts';
import { ownActions, ownLines } from './commands.ts';
import style from './palette.module.css';
import { addressOf } from './places.rules.ts';
import { RECENT_ICONS, type Row, type Section, Sections, useHitWords } from './rows.tsx';
import { closeness, soundsLike } from './sounds.rules.ts';
import { useSearch } from './use-search.ts';

const KEPT = 6;
/** Commands that are shown beside found records. */
const COMMANDS_SHOWN = 6;

function remember(change: Partial<RecentFinds>) {
  const { texts, records } = recentFinds.read();
  const first = <T,>(added: T[] | undefined, known: T[], same: (a: T, b: T) => boolean) =>
    added ? [...added, ...known.filter((hit) => !added.some((two) => same(hit, two)))].slice(0, KEPT) : known;
  recentFinds.write({
    texts: first(change.texts, texts, (a, b) => a === b),
    records: first(change.records, records, (a, b) => a.address === b.address),
  });
}

/** Lines and actions, filtered by what is typed. */
function useCommands(typed: string, offered: readonly PaletteCommand[], close: () => void) {
  const language = useLanguage();
  const go = useGoAddress();
  const role = useProfile()?.role ?? 'consumer';
  const permissions = usePermissions();
  const { toggleColorScheme } = useMantineColorScheme();
  const [lines, actions] = useMemo(() => {
    const visitor = { who: whoIs(role), role, words: grantedWords(permissions) };
    return [ownLines(visitor), ownActions(visitor, offered)];
  }, [role, permissions, offered]);
  const does: Record<NonNullable<Command['does']>, () => void> = {
    language: () => void setLanguage(language === 'bn' ? 'en' : 'bn'),
    theme: toggleColorScheme,
    help: () => openOverlay('help'),
    'sign-out': () => void signOut(),
  };
  const asRow = (command: Command): Row => ({
    key: command.key,
    icon: command.icon,
    title: command.title[language],
    about: command.about?.[language],
    keys: command.keys,
    run: () => {
      close();
      if (command.does) does[command.does]();
      else if (command.address) go(command.address);
    },
  });
  const fits = ({ title, about, words }: Command) =>
    soundsLike([title.en, title.bn, about?.en, about?.bn, words].filter(Boolean).join(' '), typed);
  const near = ({ title }: Command) => closeness([title.en, title.bn], typed);
  const wanted = (commands: Command[]) =>
    typed.trim() === ''
      ? commands
      : commands
          .filter(fits)
          .toSorted((a, b) => near(a) - near(b))
          .slice(0, COMMANDS_SHOWN);
  return { lines: wanted(lines).map(asRow), actions: wanted(actions).map(asRow) };
}

type Given = {
  close: () => void;
  /** Typed while this was loaded. */
  ahead?: TypedAhead | undefined;
  commands: readonly PaletteCommand[];
  /** The kinds of records of all domains. */
  records: readonly FoundRecord[];
};

/** Everything that is shown, in its order: what is exactly meant, then the screens to go to, then what was found. */
function useSections(
  typed: string,
  setTyped: (text: string) => void,
  { close, commands: offered, records: kinds }: Given,
) {
  const t = useTexts('palette');
  const language = useLanguage();
  const { number } = useFormats();
  const go = useGoAddress();
  const words = useHitWords();
  const role = useProfile()?.role ?? 'consumer';
  const permissions = usePermissions();
  const recent = usePersisted(recentFinds);
  const { lines, actions } = useCommands(typed, offered, close);
  const found = useSearch(typed);
  const visitor = { who: whoIs(role), role, words: grantedWords(permissions) };
  const kindOf = (source: string) => kinds.find((kind) => kind.source === source);
  const groups = found.groups.flatMap(({ source, items, total }): (Section & { isExact: boolean })[] => {
    const kind = kindOf(source);
    if (!kind) return [];
    const rows = items.flatMap((hit): Row[] => {
      const address = addressOf(kind, hit, visitor, wiring());
      if (!address) return [];
      const shown = words(kind, hit);
      const run = () => {
        remember({ texts: [typed.trim()], records: [{ source, address, ...shown }] });
        close();
        go(address);
      };
      return [{ key: `${source}-${hit.id}`, icon: kind.icon, ...shown, run }];
    });
    const count = total > COUNTED ? t('more_than', { count: COUNTED }) : number(total);
    return [{ key: source, isExact: items[0]?.exact === true, title: kind.title[language], count, rows }];
  });
  const section = (key: string, title: string, rows: Row[]): Section => ({ key, title, rows });
  const commands = [section('lines', t('lines'), lines), section('actions', t('actions'), actions)];
  const past = [
    section(
      'records',
      t('recent'),
      recent.records.map(({ source, address, title, about }) => ({
        key: address,
        icon: kindOf(source)?.icon ?? RECENT_ICONS.record,
        title,
        about,
        run: () => {
          close();
          go(address);
        },
      })),
    ),
    section(
      'texts',
      t('recent_texts'),
      recent.texts.map((text) => ({
        key: text,
        icon: RECENT_ICONS.search,
        title: text,
        run: () => setTyped(text),
      })),
    ),
  ];
  const sections = typed.trim()
    ? [...groups.filter(({ isExact }) => isExact), ...commands, ...groups.filter(({ isExact }) => !isExact)]
    : [...past, ...commands];
  return { sections: sections.filter(({ rows }) => rows.length > 0), state: found.state };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

export function Palette(given: Given) {
  const { close, ahead } = given;
  const t = useTexts('palette');
  const common = useTexts('common');
  const id = useId();
  const [typed, setTyped] = useState(ahead?.text ?? '');
  const [at, setAt] = useState(0);
  const { sections, state } = useSections(typed, setTyped, given);
  const rows = sections.flatMap((section) => section.rows);
  const chosen = Math.min(at, rows.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-row-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const isEntered = ahead?.isEntered === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the Enter that came before this was here
  useEffect(() => {
    if (isEntered) rows[chosen]?.run();
  }, []);
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) rows[chosen]?.run();
    else if (step !== undefined) setAt(Math.min(Math.max(chosen + step, 0), rows.length - 1));
    else return;
    event.preventDefault();
  };
  const isEmpty = typed.trim() !== '' && rows.length === 0 && state !== 'asking';
  const shown =
    state === 'failed'
      ? t('offline')
      : isEmpty
        ? isWorthMore(readSearchText(typed))
          ? t('too_short')
          : common('list.nothing_found')
        : t('found', { count: rows.length });
  return (
    <NativeDialog label={common('frame.search')} close={close} className={frame.palette}>
      <div className={frame.field}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          role="combobox"
          aria-label={common('frame.search')}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(rows.length > 0 ? { 'aria-activedescendant': `${id}-row-${chosen}` } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('placeholder')}
          value={typed}
          data-busy={state === 'asking' || undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <span className={style.escape} aria-hidden="true">
          Esc
        </span>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('results')} className={style.list}>
        <Sections id={id} sections={sections} at={chosen} />
      </div>
      <p role="status" className={isEmpty || state === 'failed' ? style.none : style.heard}>
        {typed.trim() ? shown : ''}
      </p>
      <footer className={style.foot}>{t('help')}</footer>
    </NativeDialog>
  );
}
