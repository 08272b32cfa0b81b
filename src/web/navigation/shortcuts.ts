/**
 * Every keyboard shortcut, as data: the help sheet ("?") shows this list, the frame and the lists act on it.
 * Shortcuts of single keys never fire while somebody types and can be turned off (WCAG 2.1.4).
 */
import type { Permission } from '#shared/permissions.ts';
import { persisted } from '../state/persisted.ts';
import type { Title } from './title.ts';

export type Shortcut = {
  /** Keys pressed together are joined by +, one after the other by a blank: `Ctrl+K`, `g d`. */
  keys: string;
  title: Title;
  where: 'everywhere' | 'lists' | 'readings' | 'forms' | 'places';
  /** The page that a sequence opens; it is there for people whose menu leads there too. */
  path?: string;
  /** The only pages that know it. */
  on?: readonly string[];
  /** Who may do what it does. */
  needs?: Permission;
  /** It is there while the page shows one of these. */
  shows?: string;
};

const ROWS = 'main [data-row]';
const MARKED = `${ROWS} input[type=checkbox]`;
const CAPTURE = {
  where: 'readings',
  on: ['/meter-reading', '/unread-meter-readins'],
  needs: 'readings:create',
} as const;
const CALENDAR = { where: 'lists', shows: 'main [data-calendar]' } as const;
const REVIEW = { where: 'readings', on: ['/preview-review'], needs: 'readings:review' } as const;

const place = (keys: string, path: string, en: string, bn: string): Shortcut => ({
  keys,
  path,
  title: { en, bn },
  where: 'places',
});

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: 'Ctrl+K',
    title: { en: 'Search and go anywhere', bn: 'খুঁজুন ও যেকোনো পাতায় যান' },
    where: 'everywhere',
  },
  { keys: '/', title: { en: 'Search', bn: 'খুঁজুন' }, where: 'everywhere' },
  { keys: '?', title: { en: 'Show this help', bn: 'এই সহায়তা দেখান' }, where: 'everywhere' },
  { keys: 'Escape', title: { en: 'Close what is open', bn: 'খোলা অংশ বন্ধ করুন' }, where: 'everywhere' },
  {
    keys: 'j',
    title: { en: 'Next row or record', bn: 'পরের সারি বা রেকর্ড' },
    where: 'lists',
    shows: `${ROWS}, main [data-trail]`,
  },
  {
    keys: 'k',
    title: { en: 'Previous row or record', bn: 'আগের সারি বা রেকর্ড' },
    where: 'lists',
    shows: `${ROWS}, main [data-trail]`,
  },
  { keys: 'Enter', title: { en: 'Open the row', bn: 'সারিটি খুলুন' }, where: 'lists', shows: ROWS },
  { keys: 'x', title: { en: 'Select the row', bn: 'সারিটি বাছুন' }, where: 'lists', shows: MARKED },
  {
    keys: 'Shift+J',
    title: { en: 'Select the row and the next one', bn: 'এই সারি ও পরের সারি বাছুন' },
    where: 'lists',
    shows: MARKED,
  },
  { keys: '←', title: { en: 'Previous week or day', bn: 'আগের সপ্তাহ বা দিন' }, ...CALENDAR },
  { keys: '→', title: { en: 'Next week or day', bn: 'পরের সপ্তাহ বা দিন' }, ...CALENDAR },
  { keys: 't', title: { en: 'Today', bn: 'আজ' }, ...CALENDAR },
  {
    keys: 'Shift+A',
    title: {
      en: 'Select the rows of the page, then all of the list',
      bn: 'পৃষ্ঠার সব সারি, পরে তালিকার সব সারি বাছুন',
    },
    where: 'lists',
    shows: MARKED,
  },
  {
    keys: 'b',
    title: { en: 'To what can be done with the selected rows', bn: 'বাছাই করা সারির কাজের বোতামে যান' },
    where: 'lists',
    shows: 'main [data-bulk]',
  },
  { keys: 't', title: { en: 'Take the reading', bn: 'রিডিং নিন' }, ...CAPTURE, on: ['/meter-reading'] },
  { keys: 'PageUp', title: { en: 'Previous meter', bn: 'আগের মিটার' }, ...CAPTURE },
  { keys: 'PageDown', title: { en: 'Next meter without a reading', bn: 'রিডিং ছাড়া পরের মিটার' }, ...CAPTURE },
  { keys: 'a', title: { en: 'Approve', bn: 'অনুমোদন' }, ...REVIEW },
  { keys: 'e', title: { en: 'Correct', bn: 'সংশোধন' }, ...REVIEW },
  { keys: 'r', title: { en: 'Have it read again', bn: 'আবার পড়তে দিন' }, ...REVIEW },
  { keys: 'o', title: { en: 'Open an approved one again', bn: 'অনুমোদিত রিডিং আবার খুলুন' }, ...REVIEW },
  { keys: 'v', title: { en: 'Use of 12 months', bn: '১২ মাসের ব্যবহার' }, ...REVIEW },
  place('g d', '/dashboard', 'Dashboard', 'ড্যাশবোর্ড'),
  place('g n', '/new-connections', 'New applications', 'নতুন আবেদন'),
  place('g a', '/all-new-connections', 'All applications', 'সব আবেদন'),
  place('g o', '/customer/new-connections', 'My applications', 'আমার আবেদন'),
  place('g c', '/customer-management', 'Customers', 'গ্রাহক'),
  place('g m', '/meter-list', 'Meters', 'মিটার'),
  place('g r', '/meter-reading', 'Meter reading', 'মিটার রিডিং'),
  place('g b', '/billing/billing-list', 'Billing', 'সংযোগের বিল'),
  place('g i', '/billing/invoice-list', 'Invoices', 'বিল'),
  place('g p', '/payment-history', 'Payments', 'পেমেন্ট'),
  place('g t', '/take-payment', 'Take a payment', 'পেমেন্ট গ্রহণ'),
  place('g s', '/settings', 'Settings', 'সেটিংস'),
];

/** Off: only shortcuts with Ctrl work. */
export const singleKeys = persisted('singleKeys', true);

const TYPED_INTO = 'input, textarea, select, [contenteditable], [role=combobox], [role=textbox]';

/** The single key that was pressed as a shortcut; null if somebody types, holds Ctrl, or turned these off. */
export function singleKeyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPED_INTO) || document.querySelector('dialog[open], [role=dialog]')) return null;
  return singleKeys.read() ? event.key : null;
}
