import type { MenuEntry, Page } from '#web/navigation/pages.ts';

export const pages: Page[] = [
  {
    // The QR code of a paper leads here, with the code behind #: check-mark.ts.
    path: '/paper',
    title: { en: 'Check a paper', bn: 'কাগজ যাচাই' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    firstView: true,
    texts: ['identity'],
    load: () => import('./paper-page.tsx').then((file) => file.PaperPage),
  },
];

export const menu: MenuEntry[] = [];
