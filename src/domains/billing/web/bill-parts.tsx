/** What several screens of bills show: the state of an invoice, its corrections, whose rows are asked for. */
import { selectedApplication, useProfile, whoIs } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Invoice, InvoiceDetail } from '../invoices/contract.ts';

/** A part of a bill's page that also asks for something. */
export type AskedOfBill = { bill: InvoiceDetail; isAsked: boolean; close: () => void };

const TONES: Record<Invoice['state'], Tone> = {
  ISSUED: 'amber',
  PARTIALLY_PAID: 'blue',
  PAID: 'green',
  CANCELLED: 'grey',
};

export function InvoiceState({
  invoice,
}: {
  invoice: Pick<Invoice, 'state' | 'overdue' | 'isTakenOver' | 'disputedSince' | 'isInPlan'>;
}) {
  const t = useTexts('billing');
  if (invoice.disputedSince) return <StateChip tone="blue">{t('states.DISPUTED')}</StateChip>;
  if (invoice.isInPlan) return <StateChip tone="blue">{t('states.IN_PLAN')}</StateChip>;
  if (invoice.overdue) return <StateChip tone="red">{t('states.OVERDUE')}</StateChip>;
  const isOpen = invoice.state === 'ISSUED' || invoice.state === 'PARTIALLY_PAID';
  if (invoice.isTakenOver && isOpen) return <StateChip tone="blue">{t('taken_over.mark')}</StateChip>;
  return <StateChip tone={TONES[invoice.state]}>{t(`states.${invoice.state}`)}</StateChip>;
}

/** That the bill is a supplementary or the final one, or by how much it was corrected. */
export function useCorrection(): (row: Invoice) => string | null {
  const t = useTexts('billing');
  const { money } = useFormats();
  return (row) => {
    if (row.isSurcharge) return t('surcharge.name');
    if (row.isSupplement) return t('corrections.supplement');
    const amount = `${row.adjustedMinor > 0 ? '+' : ''}${money(row.adjustedMinor)}`;
    return (
      [row.isFinal && t('invoice.final'), row.adjustedMinor !== 0 && t('corrections.adjusted_by', { amount })]
        .filter(Boolean)
        .join(', ') || null
    );
  };
}

export function useIsConsumer(): boolean {
  return whoIs(useProfile()?.role ?? '') === 'consumer';
}

/** The rows of the application that a consumer selected in the header. */
export function useSelectedOnly(): { applicationId?: string } {
  const selected = usePersisted(selectedApplication);
  const isConsumer = useIsConsumer();
  return isConsumer && selected ? { applicationId: selected.applicationId } : {};
}
