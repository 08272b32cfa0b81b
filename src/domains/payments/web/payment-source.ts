import { useUrlQuery } from '#web/navigation/go.tsx';
import { LISTED_SOURCES, type ListedSource, PAYMENT_SOURCES, type PaymentSource } from '../payment.rules.ts';

/** The address names the source (spec §2); bills if it names none. */
export function useSource(): PaymentSource {
  const query = useUrlQuery();
  return PAYMENT_SOURCES.find((source) => source === query.source) ?? 'INVOICE';
}

/** The same of the office's list, which can be of all. */
export function useListedSource(): ListedSource {
  const query = useUrlQuery();
  return LISTED_SOURCES.find((source) => source === query.source) ?? 'INVOICE';
}
