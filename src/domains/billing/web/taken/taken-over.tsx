/** Of a bill that a new owner took over: who pays what of it, and for the office the connection that goes on. */
import { Alert } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';
import { useTakenMark } from './taken-mark.ts';

/** The bills of the connection that goes on. */
function SuccessorLink({ number }: { number: string }) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  return (
    <GoLink to="/billing/invoice-list" query={{ page: 1, search: number }}>
      {t('taken_rest.successor', { number: digits(number) })}
    </GoLink>
  );
}

function Notice({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const isConsumer = useIsConsumer();
  const { taker, takenOverMinor: amount } = bill;
  const owner = nameIn(bill.consumerName, bill.consumerNameBn);
  const rest = bill.dueMinor - amount;
  return (
    <Alert color="blue" icon={<IconUserShare size={20} />}>
      <div>
        {taker
          ? amount > 0
            ? t('taken_over.who', { name: nameIn(taker.name, taker.nameBn), amount })
            : `${t('taken_rest.by')}: ${nameIn(taker.name, taker.nameBn)}`
          : t('taken_over.of_theirs', { amount })}
      </div>
      {/* A household reads above what is theirs to pay. */}
      {isConsumer || amount === 0 ? null : (
        <div>
          {rest > 0
            ? t('taken_rest.rest', { name: owner, amount: rest })
            : t('taken_rest.no_rest', { name: owner })}
        </div>
      )}
      {taker?.successor ? <SuccessorLink number={taker.successor.number} /> : null}
    </Alert>
  );
}

function Mark({ bill }: { bill: InvoiceDetail }) {
  const mark = useTakenMark()(bill);
  return mark ? <StateChip tone="blue">{mark}</StateChip> : null;
}

const PLACES = { notice: Notice, mark: Mark };

/** One file for the places of the page that tell it: few bills were taken over. */
export function TakenOver({ bill, at }: { bill: InvoiceDetail; at: keyof typeof PLACES }) {
  const Place = PLACES[at];
  return <Place bill={bill} />;
}
