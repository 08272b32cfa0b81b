/** Finds who pays. A scanner types a number and Enter: the only hit is taken at once. */
import { TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconScan } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { showError } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { type FoundPayable, findPayables, type Payable } from '../payables/contract.ts';
import style from './payments.module.css';
import { usePayableNames } from './what-is-paid.ts';

const TYPING_PAUSE_MS = 250;

type PayableButtonProps = {
  payable: Payable & Partial<Pick<FoundPayable, 'taker'>>;
  choose: (payable: Payable) => void;
  /** The person's own: the name says nothing, the place does. */
  isOwn?: boolean;
};

/** A payable as a wide button: name, place, number, what is due. */
export function PayableButton({ payable, choose, isOwn = false }: PayableButtonProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, money } = useFormats();
  const nameOf = usePayableNames();
  const placeOf = usePlace();
  const place = placeOf(payable);
  return (
    <UnstyledButton className={style.payable} onClick={() => choose(payable)}>
      <span>
        <b>{isOwn ? place : nameIn(payable.payerName, payable.payerNameBn)}</b>
        <span className={style.small}>{t(nameOf(payable.kind), { number: digits(payable.number) })}</span>
        {isOwn ? null : <span className={style.small}>{place}</span>}
      </span>
      <span className={style.due}>
        <span className={style.small}>{payable.dueMinor > 0 ? t('take.due') : t('take.nothing_due')}</span>
        {payable.dueMinor > 0 ? <b className="figure">{money(payable.dueMinor)}</b> : null}
        {payable.takenOverMinor > 0 ? (
          <span className={style.small}>
            {payable.taker
              ? t('take.taken_by', {
                  amount: payable.takenOverMinor,
                  name: nameIn(payable.taker.name, payable.taker.nameBn),
                })
              : t('take.new_owner', { amount: payable.takenOverMinor })}
          </span>
        ) : null}
      </span>
    </UnstyledButton>
  );
}

const COUNTER = '/take-payment';

/** The address holds what is searched for: Back brings it, with its hits. */
function useKeptSearch() {
  const go = useGo();
  const { search: kept = '' } = useUrlQuery();
  const [text, setText] = useState(kept);
  const written = useRef(kept);
  const wanted = text.normalize('NFC').trim();
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  // The menu leads to an empty counter.
  useEffect(() => {
    if (kept === written.current) return;
    written.current = kept;
    setText(kept);
  }, [kept]);
  const keep = (now: string) => {
    if (now === written.current) return;
    written.current = now;
    return go(COUNTER, now ? { search: now } : {}, { replace: true });
  };
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => void latestKeep.current(search), [search]);
  return { text, setText, search, keep: () => keep(wanted) };
}

type PayableSearchProps = {
  choose: (payable: Payable) => void;
  /** As long as nothing is searched for. */
  children?: ReactNode;
};

export function PayableSearch({ choose: chosen, children }: PayableSearchProps) {
  const t = useTexts('payments');
  const { text, setText, search, keep } = useKeptSearch();
  const choose = async (payable: Payable) => {
    await keep();
    chosen(payable);
  };
  const isLong = search.length >= 2;
  const found = useAnswer(findPayables, { query: { search } }, { enabled: isLong });
  const latest = useRef<string>(undefined);
  useEffect(() => {
    latest.current = text.normalize('NFC').trim();
    return () => {
      latest.current = undefined;
    };
  }, [text]);
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const now = text.normalize('NFC').trim();
    if (now.length < 2) return;
    // The scanner is faster than the pause: asks for what is there now.
    const { items } = await call(findPayables, { query: { search: now } });
    // Another number was typed meanwhile, or the page was left: that answer is for nobody any more.
    if (latest.current !== now) return;
    const [only] = items;
    if (only && items.length === 1) await choose(only);
  };
  return (
    <>
      <div className={style.sheet}>
        <form onSubmit={(event) => void enter(event).catch(showError)}>
          <TextInput
            autoFocus
            // Who comes back types the next number over the one before.
            onFocus={(event) => event.currentTarget.select()}
            size="md"
            type="search"
            label={t('counter.search')}
            description={t('counter.search_help')}
            leftSection={<IconScan size={20} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </form>
        {found.error ? <Failed error={found.error} retry={found.refetch} /> : null}
        {isLong && found.data?.items.length === 0 ? (
          <p className={style.quiet} role="status">
            {t('counter.nothing')}
          </p>
        ) : null}
        {isLong
          ? found.data?.items.map((payable) => (
              <PayableButton key={payable.id} payable={payable} choose={(it) => void choose(it)} />
            ))
          : null}
      </div>
      {search === '' && text.trim() === '' ? children : null}
    </>
  );
}
