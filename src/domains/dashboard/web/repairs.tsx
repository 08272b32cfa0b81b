/** The way to a repair: asking for one, and how far those are that were asked for. */
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { consumerDashboard } from '../contract.ts';
import style from './dashboard.module.css';

const REQUESTS = '/repair-request';

type RepairsToPayProps = { repairs: EndpointAnswer<typeof consumerDashboard>['repairsToPay'] };

/** Work waits for this money: the sum, and the way to pay it. */
export function RepairsToPay({ repairs }: RepairsToPayProps) {
  const t = useTexts('dashboard');
  const { money } = useFormats();
  const may = useMay();
  const go = useGo();
  const [only] = repairs;
  const dueMinor = repairs.reduce((sum, repair) => sum + repair.dueMinor, 0);
  const isOne = repairs.length === 1;
  if (!only) return null;
  return (
    <section className={style.owed}>
      <div>
        <p className={style.label}>{t('own.repairs_owe')}</p>
        <p className={style.amount}>{money(dueMinor)}</p>
        <p className={style.note}>
          {t(repairs.some(({ isBeingPaid }) => isBeingPaid) ? 'own.being_paid' : 'own.repairs_wait')}
        </p>
      </div>
      <div className={style.owedEnd}>
        {may('work-orders:pay-online') ? (
          <Button
            size="lg"
            fullWidth
            variant="default"
            onClick={() => void go('/pay', isOne ? { workOrderId: only.id } : {})}
          >
            {isOne
              ? only.isBeingPaid
                ? t('own.see_payment')
                : t('own.pay', { amount: dueMinor })
              : t('own.pay_repairs')}
          </Button>
        ) : null}
        <GoLink
          to={isOne ? `/work-order-list/${only.id}` : REQUESTS}
          query={isOne ? {} : { page: 1, open: 'true' }}
        >
          {t('own.see_repairs', { count: repairs.length })}
        </GoLink>
      </div>
    </section>
  );
}

export function Repairs({ open }: { open: number }) {
  const t = useTexts('dashboard');
  const may = useMay();
  if (!may('work-orders:create')) return null;
  return (
    <Sheet title={t('own.repairs')}>
      <ul className={style.lines}>
        <li>
          <GoLink className={style.line} to={REQUESTS} query={{ page: 1, ask: 'true' }}>
            <span className={style.lineName}>
              {t('own.ask')}
              <span className={style.lineMore}>{t('own.ask_help')}</span>
            </span>
            <IconChevronRight size={18} aria-hidden="true" />
          </GoLink>
        </li>
        <li>
          <GoLink
            className={style.line}
            to={REQUESTS}
            query={open > 0 ? { page: 1, open: 'true' } : { page: 1 }}
          >
            <span className={style.lineName}>{t('own.requests')}</span>
            {open > 0 ? <span className={style.count}>{t('own.open', { count: open })}</span> : null}
            <IconChevronRight size={18} aria-hidden="true" />
          </GoLink>
        </li>
      </ul>
    </Sheet>
  );
}
