/** The late surcharges of a bill, or the bill that a surcharge is for; each is a bill of its own. */
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { InvoiceDetail } from '../invoices/contract.ts';

type SurchargeNote = InvoiceDetail['surcharges'][number];

/** The day whose end it was unpaid, and the share of what; figures read alike in both languages. */
function useWhy(): (note: SurchargeNote) => string {
  const { money, digits, day } = useFormats();
  return ({ percent, basisMinor, chargedFor }) =>
    [...(percent === null ? [] : [`${digits(`${percent}%`)} × ${money(basisMinor)}`]), day(chargedFor)].join(
      ' · ',
    );
}

export function SurchargesOfBill({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const { money, digits } = useFormats();
  const why = useWhy();
  const { surchargeOf, surcharges } = bill;
  const link = ({ id, number }: SurchargeNote) => (
    <GoLink to={`/billing/invoice-list/${id}`}>{digits(number)}</GoLink>
  );
  if (surchargeOf) {
    return (
      <Sheet title={t('surcharge.name')}>
        <Facts
          facts={[
            {
              label: t('invoices.number'),
              value: (
                <>
                  {link(surchargeOf)} · {why(surchargeOf)}
                </>
              ),
            },
          ]}
        />
      </Sheet>
    );
  }
  if (surcharges.length === 0) return null;
  return (
    <Sheet title={t('surcharge.name')}>
      <Facts
        facts={surcharges.map((note) => ({
          label: link(note),
          value: (
            <>
              {money(note.amountMinor)} · {why(note)}
              {note.state === 'CANCELLED' ? ` · ${t('states.CANCELLED')}` : ''}
            </>
          ),
        }))}
      />
    </Sheet>
  );
}
