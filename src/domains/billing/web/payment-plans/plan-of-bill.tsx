/** On the page of a bill: the plan by which it is paid, or the way to one. */
import { Alert } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type AskedOfBill, useIsConsumer } from '../bill-parts.tsx';
import { PlanNotice } from './plan-notice.tsx';

type Asked = { connectionId: string; close: () => void };
// The page of a bill does not name the files of forms.
const ProposeDialog = onDemand<Asked>(() =>
  import('./propose-dialog.tsx').then((file) => file.ProposeDialog),
);
const RequestDialog = onDemand<Asked>(() =>
  import('./request-dialog.tsx').then((file) => file.RequestDialog),
);

/** @param isAsked somebody asks for a plan, or proposes one */
export function PlanOfBill({ bill, isAsked, close }: AskedOfBill) {
  const t = useTexts('payment_plans');
  const isConsumer = useIsConsumer();
  const { connectionId, plan } = bill;
  if (bill.isInPlan)
    return plan ? (
      <PlanNotice plan={plan} connectionId={connectionId} />
    ) : (
      <Alert color="blue">{t('notice.shared')}</Alert>
    );
  if (!isAsked) return null;
  return isConsumer ? (
    <RequestDialog connectionId={connectionId} close={close} />
  ) : (
    <ProposeDialog connectionId={connectionId} close={close} />
  );
}
