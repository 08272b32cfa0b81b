import { useUrlQuery } from '#web/navigation/go.tsx';
import { PAYMENT_SOURCES, type PaymentSource } from '../payment.rules.ts';

/** The address names the source (spec §2); bills if it names none. */
export function useSource(): PaymentSource {
  const query = useUrlQuery();
  return PAYMENT_SOURCES.find((source) => source === query.source) ?? 'INVOICE';
}
