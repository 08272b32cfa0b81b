/** A plan on a page beside it: what comes next and how to pay, or that it waits for the household. */
import { Alert, Button, Group } from '@mantine/core';
import { IconCalendarDollar } from '@tabler/icons-react';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';

export type PlanNoticeProps = {
  plan: NonNullable<InvoiceDetail['plan']>;
  connectionId: string;
  /** On the page where it is paid. */
  isPaying?: boolean;
};

export function PlanNotice({ plan, connectionId, isPaying = false }: PlanNoticeProps) {
  const t = useTexts('payment_plans');
  const { day, digits, money } = useFormats();
  const go = useGo();
  const may = useMay();
  const isConsumer = useIsConsumer();
  const isProposed = plan.state === 'PROPOSED';
  const name = t('notice.name', { number: digits(plan.number) });
  const title = isProposed
    ? t(isConsumer ? 'notice.proposed_own' : 'notice.proposed', { day: day(plan.acceptBy) })
    : t(plan.isLate ? 'notice.late' : 'notice.next', {
        amount: money(plan.nextMinor),
        day: day(plan.nextOn ?? ''),
      });
  const path = `/billing/payment-plans/${plan.id}`;
  return (
    <Alert color={plan.isLate ? 'red' : 'blue'} icon={<IconCalendarDollar size={20} />} title={title}>
      <p>
        <GoLink to={path}>{name}</GoLink> · {t('notice.left', { amount: plan.leftMinor })}
      </p>
      {isConsumer && !isPaying ? (
        <Group mt="sm">
          {isProposed ? (
            <Button onClick={() => go(path)}>{t('notice.read')}</Button>
          ) : may('payments:pay-online') ? (
            <Button onClick={() => go('/pay', { connectionId })}>
              {t('record.pay', { amount: plan.nextMinor })}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Alert>
  );
}
