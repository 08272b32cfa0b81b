/** The list of what is unsent: what, of which record, since when, why it waits, how large; to send or to discard. */
import { Alert, Button } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../calls/error-text.ts';
import { OverlaySheet } from '../layout/sheet/overlay-sheet.tsx';
import { useGoAddress } from '../navigation/go.tsx';
import { confirm } from '../state/confirm.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';
import { useFormats } from '../texts/use-formats.ts';
import type { Tone } from '../ui/colours.ts';
import { StateChip } from '../ui/state-chip.tsx';
import { wiring } from '../wiring.ts';
import type { Entry } from './entry.ts';
import { countOld, discard, sendNow } from './outbox.ts';
import style from './outbox-list.module.css';
import { inOrder, isHeldBack, OLD_AFTER_DAYS } from './queue.rules.ts';
import { useOnline, useOutbox } from './use-outbox.ts';
import type { Way } from './way.ts';

type Shown = 'sending' | 'refused' | 'conflict' | 'held' | 'offline' | 'waiting' | 'draft';
const TONES: Record<Shown, Tone> = {
  ...{
    draft: 'blue',
    sending: 'blue',
    refused: 'red',
    conflict: 'red',
    held: 'grey',
    offline: 'amber',
    waiting: 'amber',
  },
};

/** Why it is still here. */
export function useStateOf(): (entry: Entry) => Shown {
  const { entries, sending } = useOutbox();
  const isOnline = useOnline();
  return (entry) => {
    if (entry.id === sending) return 'sending';
    if (entry.state !== 'waiting') return entry.state;
    if (isHeldBack(entry, entries)) return 'held';
    return isOnline ? 'waiting' : 'offline';
  };
}

/** The reason of a refusal as a sentence; its domain's texts may have to come first. */
export function Reason({ entry }: { entry: Entry }) {
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const { refusal } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other texts
  useEffect(() => {
    if (!refusal) return;
    const [field] = refusal.fields;
    const { code, params } = field?.code ? { code: field.code, params: field.params ?? {} } : refusal;
    void errorText(code, params).then(setReason);
  }, [refusal, language]);
  return refusal ? <span className={style.reason}>{reason}</span> : null;
}

/** Asks before anything is gone. */
export function useDiscard(): (entries: readonly Entry[], what: string) => Promise<boolean> {
  const t = useTexts('frame');
  return async (entries, what) => {
    const isUncertain = entries.some((entry) => entry.isUncertain);
    const detail = isUncertain ? `${what}. ${t('outbox.discard_uncertain')}` : what;
    const own = { question: t('outbox.discard_question'), yes: t('outbox.discard') };
    if (!(await confirm('delete', detail, own))) return false;
    await discard(entries.map(({ id }) => id));
    return true;
  };
}

/** What the entries of a way are called. */
function useTitles(): (entry: Entry) => string {
  const language = useLanguage();
  const [ways, setWays] = useState<readonly Way[]>([]);
  useEffect(() => {
    wiring()
      .outboxWays()
      .then(setWays, () => undefined);
  }, []);
  return ({ way }) => ways.find(({ name }) => name === way)?.title[language] ?? '';
}

/** Below this list, a question of its own would not be seen: it is asked in the row. */
function Question({ entry, name, close }: { entry: Entry; name: string; close: () => void }) {
  const t = useTexts('frame');
  const common = useTexts('common');
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <div className={style.question} role="alertdialog" aria-label={`${t('outbox.discard_question')} ${name}`}>
      <p>
        <strong>{t('outbox.discard_question')}</strong>{' '}
        {entry.isUncertain ? t('outbox.discard_uncertain') : null}
      </p>
      <div className={style.acts}>
        <Button ref={no} size="compact-sm" variant="default" onClick={close}>
          {common('actions.cancel')}
        </Button>
        <Button size="compact-sm" color="red.8" onClick={() => void discard([entry.id])}>
          {t('outbox.discard')}
        </Button>
      </div>
    </div>
  );
}

type RowProps = { entry: Entry; title: string; shown: Shown; close: () => void };

function Row({ entry, title, shown, close }: RowProps) {
  const t = useTexts('frame');
  const go = useGoAddress();
  const [isAsking, setAsking] = useState(false);
  const { instant, fileSize, digits } = useFormats();
  const name = `${title} · ${digits(entry.number)}`;
  const isStopped = entry.state !== 'waiting';
  // A conflict needs its form, and so does what is not complete.
  const isSendable = shown !== 'conflict' && shown !== 'draft';
  const open = () => {
    close();
    go(entry.page);
  };
  const labelled = (label: string) => ({ 'aria-label': `${label}: ${name}` });
  return (
    <li className={style.entry}>
      <div className={style.what}>
        <strong>{title}</strong> <span>{digits(entry.number)}</span>
      </div>
      <StateChip tone={TONES[shown]}>{t(`outbox.states.${shown}`)}</StateChip>
      <div className={style.more}>
        <span className={style.soft}>
          {t('outbox.noted', { at: instant(entry.madeAt) })} · {fileSize(entry.bytes)}
        </span>
        <Reason entry={entry} />
      </div>
      {isAsking ? <Question entry={entry} name={name} close={() => setAsking(false)} /> : null}
      <div className={style.acts} hidden={isAsking}>
        {isSendable ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={shown === 'sending' || shown === 'held' || shown === 'offline'}
            onClick={() => void sendNow(entry.id)}
            {...labelled(t(isStopped ? 'outbox.again' : 'outbox.send'))}
          >
            {t(isStopped ? 'outbox.again' : 'outbox.send')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant={isStopped ? 'filled' : 'default'} onClick={open}>
          {t(entry.typed === undefined ? 'outbox.page' : 'outbox.form')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          c="var(--red-ink)"
          disabled={shown === 'sending'}
          onClick={() => setAsking(true)}
          {...labelled(t('outbox.discard'))}
        >
          {t('outbox.discard')}
        </Button>
      </div>
    </li>
  );
}

export function OutboxList({ close }: { close: () => void }) {
  const t = useTexts('frame');
  const { entries, isPageOnly, isFull } = useOutbox();
  const stateOf = useStateOf();
  const titleOf = useTitles();
  const isOnline = useOnline();
  const old = countOld(entries);
  // Also what was refused; a conflict and a draft need their forms.
  const sendAll = () => {
    for (const { id, state } of entries) if (state !== 'conflict' && state !== 'draft') void sendNow(id);
  };
  const groups = [...Map.groupBy(entries, ({ record }) => record).values()].map(inOrder);
  return (
    <OverlaySheet title={t('outbox.title')} close={close} width={560}>
      {isFull ? (
        <Alert color="red">{t('outbox.full')}</Alert>
      ) : (
        <p className={style.about}>{t('outbox.about')}</p>
      )}
      {isPageOnly ? <Alert color="red">{t('outbox.page_only')}</Alert> : null}
      {old > 0 ? (
        <Alert color="yellow" icon={<IconClockExclamation size={20} />}>
          {t('outbox.old', { count: old, days: OLD_AFTER_DAYS })}
        </Alert>
      ) : null}
      <div role="status" className={style.about}>
        {entries.length === 0 ? t('outbox.none') : null}
      </div>
      <ul className={style.list}>
        {groups.flat().map((entry) => (
          <Row key={entry.id} entry={entry} title={titleOf(entry)} shown={stateOf(entry)} close={close} />
        ))}
      </ul>
      {entries.length > 1 ? (
        <Button className={style.all} disabled={!isOnline} onClick={sendAll}>
          {t('outbox.send_all')}
        </Button>
      ) : null}
    </OverlaySheet>
  );
}
