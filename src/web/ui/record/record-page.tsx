/**
 * A record's page (look.md): head with number, name, place, state and the amount or date that matters; the allowed
 * actions, the first one filled; tabs with counts (`?tab=`); the timeline on the right, below on phones.
 */
import { Button, CopyButton, Skeleton, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useGo, usePath, useUrlQuery } from '../../go.tsx';
import { useTexts } from '../../texts.ts';
import { useFormats } from '../../use-formats.ts';
import { DropMenu, type MenuChoice } from '../drop-menu.tsx';
import listStyle from '../list/list.module.css';
import style from './record.module.css';

export type RecordAction = {
  label: ReactNode;
  run: () => unknown;
  danger?: boolean;
  isRunning?: boolean;
  /** Why it is not allowed: shown beside the buttons, this one stays dead. */
  reason?: string | undefined;
};
export type RecordTab = {
  id: string;
  title: ReactNode;
  count?: number | undefined;
  content: () => ReactNode;
};

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
  tabs?: readonly RecordTab[];
  aside?: ReactNode;
  children?: ReactNode;
};

/** A number that is copied with a click. */
export function CopyNumber({ value }: { value: string }) {
  const t = useTexts('common');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton className={style.number} onClick={copy} aria-label={`${t('actions.copy')} ${value}`}>
          {value}
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
          <span role="status">{copied ? t('actions.copied') : null}</span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

function ActionButton({ action, isFirst }: { action: RecordAction; isFirst: boolean }) {
  const isAllowed = action.reason === undefined;
  return (
    <Button
      variant={isFirst && !action.danger ? 'filled' : 'default'}
      {...(action.danger ? { c: 'var(--red-ink)' } : {})}
      loading={action.isRunning ?? false}
      {...(isAllowed ? {} : { 'data-disabled': true })}
      aria-disabled={!isAllowed}
      title={action.reason}
      onClick={() => (isAllowed ? action.run() : undefined)}
    >
      {action.label}
    </Button>
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

function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const query = useUrlQuery();
  const path = usePath();
  const go = useGo();
  const { number } = useFormats();
  const shown = tabs.find((tab) => tab.id === query.tab) ?? tabs[0];
  return (
    <>
      <div className={`${listStyle.tabs} no-print`} role="tablist">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className={listStyle.tab}
            aria-selected={tab === shown}
            onClick={() => go(path, { tab: tab === tabs[0] ? undefined : tab.id }, { replace: true })}
          >
            {tab.title}
            {tab.count === undefined ? null : <span className={listStyle.count}>{number(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" className={style.main}>
        {shown?.content()}
      </div>
    </>
  );
}

export function RecordPage(record: RecordPageProps) {
  const { number, title, place, state, figure, actions = [], more = [], tabs, aside, children } = record;
  const reasons = [...new Set(actions.flatMap((action) => action.reason ?? []))];
  return (
    <article className={style.page}>
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
      {actions.length + more.length > 0 ? (
        <div className={`${style.actions} no-print`}>
          {actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the actions of one answer keep their places
            <ActionButton key={index} action={action} isFirst={index === 0} />
          ))}
          {more.length > 0 ? <MoreActions choices={more} /> : null}
          {reasons.length > 0 ? <p className={style.reasons}>{reasons.join(' ')}</p> : null}
        </div>
      ) : null}
      <div className={aside ? style.columns : undefined}>
        <div className={style.main}>
          {tabs ? <RecordTabs tabs={tabs} /> : null}
          {children}
        </div>
        {aside ? <aside className={style.aside}>{aside}</aside> : null}
      </div>
    </article>
  );
}

export function RecordSkeleton() {
  return (
    <div className={style.page} aria-busy="true">
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
