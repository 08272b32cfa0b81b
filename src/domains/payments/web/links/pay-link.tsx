/**
 * Who has a link to pay for a repair: what it asks for, one button, the bank's page, and back here. Nobody is signed in: the code of the
 * link is all that the browser has, and it keeps it in its tab while the person is at the bank.
 */
import { Alert, Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconLock,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { Minor } from '#shared/money.ts';
import { call } from '#web/calls/call.ts';
import { useAction } from '#web/calls/use-action.ts';
import { GoLink, useSecretOfLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { type PayLink as Asked, payByLink, readPayLink } from '../../links/contract.ts';
import { GatewayChoice } from '../at-gateway/gateway-choice.tsx';
import { useGateway } from '../at-gateway/use-gateway.ts';
import style from '../payments.module.css';

const KEPT = 'payLink';

/** Of the address; after the bank, of the tab. */
function useCode(): string {
  const hash = useSecretOfLink();
  const [code] = useState(() => hash || sessionStorage.getItem(KEPT) || '');
  useEffect(() => {
    if (code) sessionStorage.setItem(KEPT, code);
  }, [code]);
  return code;
}

export function PayLink() {
  const t = useTexts('payments');
  const code = useCode();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    setError(null);
    if (code) call(readPayLink, { body: { code } }, { quiet: true }).then(setAsked, setError);
  }, [code]);
  useEffect(read, [read]);
  return (
    <PublicScreen
      title={t('link.title')}
      about={t('link.about')}
      below={<GoLink to="/login">{t('link.sign_in')}</GoLink>}
    >
      {error ? (
        <Failed error={error} retry={read} />
      ) : asked ? (
        <AskedFor asked={asked} code={code} again={read} />
      ) : (
        <p role="status">{t(code ? 'link.looking' : 'link.missing')}</p>
      )}
    </PublicScreen>
  );
}

type AskedForProps = { asked: Asked; code: string; again: () => void };

function AskedFor({ asked, code, again }: AskedForProps) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, money, day } = useFormats();
  const { number, categoryEn, categoryBn, dueMinor, lastDay, isOver } = asked;
  return (
    <div className={style.asked}>
      <dl className={style.facts}>
        <dt>{t('link.request')}</dt>
        <dd>{digits(number)}</dd>
        <dt>{t('link.work')}</dt>
        <dd>{nameIn(categoryEn, categoryBn)}</dd>
        <dt>{t('link.place')}</dt>
        <dd>{place(asked)}</dd>
        {dueMinor > 0 ? (
          <>
            <dt>{t('link.due')}</dt>
            <dd>
              <b className="figure">{money(dueMinor)}</b>
            </dd>
            {isOver ? null : (
              <>
                <dt>{t('link.until')}</dt>
                <dd>{day(lastDay)}</dd>
              </>
            )}
          </>
        ) : null}
      </dl>
      <WhatNow asked={asked} code={code} again={again} />
    </div>
  );
}

/** One payment at a time: what waits for the bank comes first, then what became of the last one, then the button. */
function WhatNow({ asked, code, again }: AskedForProps) {
  const t = useTexts('payments');
  const { dueMinor, notDue, paidMinor, running, last, isOver } = asked;
  const isPaid = notDue === 'PAID' || notDue === 'PAID_ELSEWHERE';
  if (running && !running.isSetAside) return <Running running={running} again={again} />;
  // What was declined before it was paid is no news any more.
  const told = last && (dueMinor > 0 || !paidMinor || last.outcome === 'GOES_BACK') ? last : null;
  return (
    <>
      {running ? (
        <Alert color="blue" icon={<IconClock size={20} />} title={t('back.looked_at')}>
          {t('link.set_aside', { amount: running.amountMinor })}
        </Alert>
      ) : null}
      {told ? <Outcome last={told} isDue={dueMinor > 0} isOver={isOver} /> : null}
      {dueMinor > 0 ? (
        isOver ? (
          <Alert color="gray">{t('link.over')}</Alert>
        ) : (
          <Pay code={code} amountMinor={dueMinor} again={again} />
        )
      ) : notDue ? (
        <Alert
          color={isPaid ? 'green' : 'blue'}
          role="status"
          icon={isPaid ? <IconCircleCheck size={20} /> : <IconInfoCircle size={20} />}
        >
          <b>{t(`link.states.${notDue}`)}</b>
          <p>{t(`link.not_due.${notDue}`, { amount: paidMinor })}</p>
        </Alert>
      ) : null}
    </>
  );
}

const TONES = { DECLINED: 'red', CANCELED: 'gray', EXPIRED: 'gray', REVERSED: 'gray', GOES_BACK: 'blue' };

type OutcomeProps = { last: NonNullable<Asked['last']>; isDue: boolean; isOver: boolean };

function Outcome({ last: { outcome, amountMinor, orderId, at }, isDue, isOver }: OutcomeProps) {
  const t = useTexts('payments');
  const { money, instant } = useFormats();
  if (outcome === 'PAID') return null;
  const key = outcome === 'GOES_BACK' ? (isDue && !isOver ? 'goes_back_due' : 'goes_back') : null;
  const ended = outcome.toLowerCase() as 'declined';
  return (
    <Alert
      color={TONES[outcome]}
      role="status"
      icon={outcome === 'GOES_BACK' ? <IconReceiptRefund size={20} /> : <IconCircleX size={20} />}
      title={t(key ? 'back.goes_back' : `back.${ended}`)}
    >
      <p className={style.outcome}>{key ? t(`link.${key}`) : t(`back.${ended}_text`)}</p>
      <dl className={style.facts}>
        <dt>{t('back.amount')}</dt>
        <dd>{money(amountMinor)}</dd>
        <dt>{t('link.at')}</dt>
        <dd>{instant(at)}</dd>
        <dt>{t('back.order')}</dt>
        <dd>{orderId}</dd>
      </dl>
    </Alert>
  );
}

function Pay({ code, amountMinor, again }: { code: string; amountMinor: number; again: () => void }) {
  const t = useTexts('payments');
  const language = useLanguage();
  const gateway = useGateway();
  const pay = useAction(payByLink, { onDone: ({ bankUrl }) => window.location.assign(bankUrl) });
  const body = { code, amountMinor: amountMinor as Minor, language, gateway: gateway.chosen };
  if (!gateway.chosen) return <Alert color="blue">{t('errors.gateway_none')}</Alert>;
  return (
    <>
      <GatewayChoice {...gateway} />
      <Button
        size="md"
        fullWidth
        loading={pay.isRunning}
        // What was refused is shown as it is by now.
        onClick={() => void pay.runAsync({ body }).catch(again)}
      >
        {t('pay.submit', { amount: amountMinor })}
      </Button>
      <p className={style.small}>
        <IconLock size={14} aria-hidden="true" /> {t('pay.safe')}
      </p>
    </>
  );
}

/** The bank has not answered: never a second payment. */
function Running({ running, again }: { running: NonNullable<Asked['running']>; again: () => void }) {
  const t = useTexts('payments');
  return (
    <>
      <Alert color="blue">{t('link.running', { amount: running.amountMinor })}</Alert>
      <Button size="md" fullWidth variant={running.bankUrl ? 'default' : 'filled'} onClick={again}>
        {t('back.ask_again')}
      </Button>
      {running.bankUrl ? (
        <Button component="a" href={running.bankUrl} size="md" fullWidth>
          {t('back.continue')}
        </Button>
      ) : null}
    </>
  );
}
