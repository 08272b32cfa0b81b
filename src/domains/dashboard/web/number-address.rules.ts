/** The page of the record that has a number, of what the search over everything found. */
type Found = { source: string; items: readonly { id: string; exact: boolean }[] };

/** Of a household: nobody else gets such a message. */
const PAGES: Readonly<Record<string, string>> = {
  applications: '/customer/new-connections',
  ownership: '/owner-change-request-list',
  'work-orders': '/work-order-list',
};

/** @returns null: none that the person may see */
export function addressOf(groups: readonly Found[]): string | null {
  for (const { source, items } of groups) {
    const page = PAGES[source];
    const exact = items.find((item) => item.exact);
    if (page && exact) return `${page}/${exact.id}`;
  }
  return null;
}
