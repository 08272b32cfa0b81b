/** Sends who pays a link, after a question: each is an SMS to somebody else's phone. */
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { OrderItem } from '../../contract.ts';
import { sendPayLink } from '../../steps/contract.ts';

type Sender = { label: string; run: () => Promise<void>; isRunning: boolean };

/** Nothing if nothing is to be paid, or the person may not. */
export function useSendLink(): (order: OrderItem) => Sender[] {
  const t = useTexts('work-orders');
  const may = useMay();
  const send = useAction(sendPayLink, { onDone: () => toast('success', t('link.sent')) });
  return ({ id: orderId, version, openMinor }) => {
    if (openMinor === 0 || !may('work-orders:send-link')) return [];
    const run = async () => {
      const own = { question: t('link.question'), yes: t('link.send') };
      if (await confirm('submit', t('link.about'), own)) send.run({ body: { orderId, version } });
    };
    return [{ label: t('link.send'), run, isRunning: send.isRunning }];
  };
}
