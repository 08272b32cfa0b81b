/**
 * A record's page: head with number, name, place, state and the amount or date that matters; the allowed
 * actions, the first one filled; tabs with counts (`?tab=`); the timeline on the right, below on phones.
 */
import { Button, CopyButton, Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconCopy, IconLock } from '@tabler/icons-react';
import { Fragment, lazy, type ReactNode, Suspense, useId } from 'react';
import { useGo, usePath, useUrlQuery } from '../../navigation/go.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { TRAIL_KEY } from '../list/views/forget-lists.ts';
import { DropMenu } from '../menu/drop-menu.tsx';
import type { MenuChoice } from '../menu/menu-choice.ts';
import { TabStrip } from '../tab-strip.tsx';
import style from './record.module.css';

const RecordTrail = lazy(() => import('./record-trail.tsx').then((file) => ({ default: file.RecordTrail })));

/** There are records before and after it only if it was reached from a list. */
function Trail() {
  const path = usePath();
  const prefix = path.slice(0, path.lastIndexOf('/') + 1);
  if (!sessionStorage.getItem(`${TRAIL_KEY}${prefix}`)) return null;
  return (
    <Suspense>
      <RecordTrail key={path} />
    </Suspense>
  );
}

export type RecordAction = {
  label: ReactNode;
  run: () => unknown;
  danger?: boolean;
  /** Leads nowhere by itself: never the filled one. */
  quiet?: boolean;
  isRunning?: boolean;
  /** Why it is not allowed: shown below the buttons, this one stays dead. */
  reason?: string | undefined;
};
export type RecordTab = {
  id: string;
  title: ReactNode;
  count?: number | undefined;
  content: () => ReactNode;
};

type TabsAt = { key: string; keeps: readonly string[] };

type RecordPageProps = {
  /** Human number, copied with a click. */
  number?: string;
  title: ReactNode;
  place?: ReactNode;
  state?: ReactNode;
  /** The figure that matters: label and value. */
  figure?: { label: ReactNode; value: ReactNode };
  actions?: readonly RecordAction[];
  /** Rarer actions, in a menu behind the buttons. */
  more?: readonly MenuChoice[];
  /** What has to be known before anything is done. */
  notice?: ReactNode;
  tabs?: readonly RecordTab[];
  /** Of a record that its path does not name, or that is a part of another one's page: which key of the address its tabs are, and which other keys stay. */
  tabsAt?: TabsAt;
  aside?: ReactNode;
  children?: ReactNode;
};

/** A number that is copied with a click. */
export function CopyNumber({ value }: { value: string }) {
  const t = useTexts('common');
  const { digits } = useFormats();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={style.number}
          onClick={copy}
          aria-label={`${t('actions.copy')} ${digits(value)}`}
        >
          {digits(value)}
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <span role="status">{copied ? t('actions.copied') : null}</span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

type ActionButtonProps = { action: RecordAction; isFilled: boolean; reasonsId: string };

function ActionButton({ action, isFilled, reasonsId }: ActionButtonProps) {
  const isAllowed = action.reason === undefined;
  return (
    <Button
      variant={isFilled && isAllowed ? 'filled' : 'default'}
      {...(isFilled && isAllowed ? { 'data-next-step': true } : {})}
      {...(action.danger && isAllowed ? { c: 'var(--red-ink)' } : {})}
      loading={action.isRunning ?? false}
      {...(isAllowed ? {} : { 'data-disabled': true, 'aria-describedby': reasonsId })}
      aria-disabled={!isAllowed}
      onClick={() => (isAllowed ? action.run() : undefined)}
    >
      {action.label}
    </Button>
  );
}

/** What is not allowed and why; actions with the same reason share a line. */
function Reasons({ id, actions }: { id: string; actions: readonly RecordAction[] }) {
  const reasons = [...new Set(actions.flatMap(({ reason }) => reason ?? []))];
  if (reasons.length === 0) return null;
  return (
    <ul id={id} className={style.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>
          <IconLock size={14} aria-hidden="true" />
          <span>
            {actions
              .filter((action) => action.reason === reason)
              .map((action, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the actions of one answer keep their places
                <Fragment key={index}>
                  {index > 0 ? ', ' : null}
                  <b>{action.label}</b>
                </Fragment>
              ))}
            {`: ${reason}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MoreActions({ choices }: { choices: readonly MenuChoice[] }) {
  const t = useTexts('common');
  return (
    <DropMenu
      choices={choices}
      trigger={(props) => (
        <Button {...props} variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
          {t('actions.more_actions')}
        </Button>
      )}
    />
  );
}

/** On phones the first one, and a menu of the others. */
function Actions({ actions, more }: { actions: readonly RecordAction[]; more: readonly MenuChoice[] }) {
  const reasonsId = useId();
  // From the first render on: buttons that go again would move all that is below them.
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const shown = isPhone ? actions.slice(0, 1) : actions;
  const hidden = actions.slice(shown.length).map(({ isRunning: _, quiet: __, ...action }) => action);
  if (actions.length + more.length === 0) return null;
  return (
    <div className={`${style.actions} no-print`} data-steps>
      {shown.map((action, index) => {
        const isFilled = index === 0 && !action.quiet && !action.danger;
        // A button that has the focus never becomes that of another step.
        const key = typeof action.label === 'string' ? action.label : index;
        return <ActionButton key={key} action={action} isFilled={isFilled} reasonsId={reasonsId} />;
      })}
      {hidden.length + more.length > 0 ? <MoreActions choices={[...hidden, ...more]} /> : null}
      <Reasons id={reasonsId} actions={shown} />
    </div>
  );
}

const TAB: TabsAt = { key: 'tab', keeps: [] };

type RecordTabsProps = { label: string; tabs: readonly RecordTab[]; at?: TabsAt | undefined };

function RecordTabs({ label, tabs, at = TAB }: RecordTabsProps) {
  const query = useUrlQuery();
  const path = usePath();
  const go = useGo();
  const panelId = useId();
  const shown = tabs.find((tab) => tab.id === query[at.key]) ?? tabs[0];
  if (!shown) return null;
  const choose = (id: string) => {
    const kept = Object.fromEntries(at.keeps.map((key) => [key, query[key]]));
    return go(path, { ...kept, [at.key]: id === tabs[0]?.id ? undefined : id }, { replace: true });
  };
  return (
    <>
      <TabStrip label={label} items={tabs} chosen={shown.id} choose={choose} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${shown.id}`} className={style.main}>
        {shown.content()}
      </div>
    </>
  );
}

export function RecordPage(record: RecordPageProps) {
  const {
    number,
    title,
    place,
    state,
    figure,
    actions = [],
    more = [],
    notice,
    tabs,
    tabsAt,
    aside,
    children,
  } = record;
  return (
    <article className={style.page}>
      <Trail />
      <header className={style.head}>
        <div className={style.facts}>
          <div className={style.line}>
            {number ? <CopyNumber value={number} /> : null}
            {state}
          </div>
          <h1>{title}</h1>
          {place ? <p className={style.place}>{place}</p> : null}
        </div>
        {figure ? (
          <div className={style.figure}>
            <span className={style.label}>{figure.label}</span>
            <span className={style.amount}>{figure.value}</span>
          </div>
        ) : null}
      </header>
      <Actions actions={actions} more={more} />
      {notice}
      <div className={aside ? style.columns : undefined}>
        <div className={style.main}>
          {tabs ? (
            <RecordTabs label={typeof title === 'string' ? title : (number ?? '')} tabs={tabs} at={tabsAt} />
          ) : null}
          {children}
        </div>
        {aside ? <aside className={style.aside}>{aside}</aside> : null}
      </div>
    </article>
  );
}

export function RecordSkeleton() {
  return (
    <div className={`${style.page} ${style.coming}`} aria-busy="true">
      <Skeleton height={18} width={140} />
      <Skeleton height={30} width={320} />
      <Skeleton height={36} width={260} />
      <Skeleton height={260} />
    </div>
  );
}

type Fact = { label: ReactNode; value: ReactNode };

/** Labelled facts in one or two columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={style.factList}>
      {facts.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A white sheet with a heading: one block of a page. */
export function Sheet({
  title,
  action,
  children,
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={style.sheet}>
      {title ? (
        <div className={style.sheetHead}>
          <h2>{title}</h2>
          {action}
        </div>
      ) : null}
      {children}
    </section>
  );
}
