/**
 * Who has a link to pay for a repair: what it asks for, one button, the bank's page, and back here. Nobody is signed in: the code of the
 * link is all that the browser has, and it keeps it in its tab while the person is at the bank.
 */
import { Alert, Button } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { PublicScreen } from '#domains/identity/web/public-screen.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { Minor } from '#shared/money.ts';
import { call } from '#web/calls/call.ts';
import { useAction } from '#web/calls/use-action.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { type PayLink as Asked, payByLink, readPayLink } from '../../links/contract.ts';
import style from '../payments.module.css';

const KEPT = 'payLink';

/** Of the address; after the bank, of the tab. */
function useCode(): string {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [code] = useState(() => hash || sessionStorage.getItem(KEPT) || '');
  useEffect(() => {
    if (code) sessionStorage.setItem(KEPT, code);
  }, [code]);
  return code;
}

export function PayLink() {
  const t = useTexts('payments');
  // The refusals of the order are texts of work orders.
  useTexts('work-orders');
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
  const { digits, money, instant } = useFormats();
  const { number, categoryEn, categoryBn, dueMinor, paidMinor, expiresAt } = asked;
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
            <dt>{t('link.until')}</dt>
            <dd>{instant(expiresAt)}</dd>
          </>
        ) : null}
      </dl>
      {dueMinor === 0 ? (
        <Alert color={paidMinor > 0 ? 'green' : 'blue'} icon={<IconCircleCheck size={20} />}>
          {paidMinor > 0 ? t('link.paid', { amount: paidMinor }) : t('link.nothing')}
        </Alert>
      ) : asked.running ? (
        <Running running={asked.running} again={again} />
      ) : (
        <Pay code={code} amountMinor={dueMinor} again={again} />
      )}
    </div>
  );
}

function Pay({ code, amountMinor, again }: { code: string; amountMinor: number; again: () => void }) {
  const t = useTexts('payments');
  const language = useLanguage();
  const pay = useAction(payByLink, { onDone: ({ bankUrl }) => window.location.assign(bankUrl) });
  const body = { code, amountMinor: amountMinor as Minor, language };
  return (
    <>
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
