/** The page of the record that has a number, of what the search over everything found. */
type Found = { source: string; items: readonly { id: string; exact: boolean }[] };
type Address = { path: string; query: Record<string, string> };

const record = (list: string) => (id: string) => ({ path: `${list}/${id}`, query: {} });

/** Of a household: nobody else gets such a message. */
const PAGES: Readonly<Record<string, (id: string) => Address>> = {
  applications: record('/customer/new-connections'),
  ownership: record('/owner-change-request-list'),
  'categories-by-date': record('/billing/categories'),
  'empty-houses': record('/billing/empty-houses'),
  'payment-plans': record('/billing/payment-plans'),
  'work-orders': record('/work-order-list'),
  // What a message says of a connection is that its bills are late.
  connections: (connectionId) => ({ path: '/pay', query: { connectionId } }),
};

/** @returns null: none that the person may see */
export function addressOf(groups: readonly Found[]): Address | null {
  for (const { source, items } of groups) {
    const page = PAGES[source];
    const exact = items.find((item) => item.exact);
    if (page && exact) return page(exact.id);
  }
  return null;
}
