/** Composition root of what the server draws: the pages that everybody may open, with their texts. */
import type { WebConfig } from '#web/config.ts';
import { drawFirstViews } from '#web/first-view.tsx';
import { joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile } from '#web/navigation/pages.ts';
import type { Language } from '#web/texts/texts.ts';
import { textLoaders } from './browser-texts.ts';

const files = import.meta.glob<PagesFile>('./domains/*/web/pages.ts', { eager: true });

/** One drawing for each that is wanted (platform/http/first-view/first-views.ts). */
export function draw(config: WebConfig, wanted: readonly { language: Language; address: string }[]) {
  return drawFirstViews({ ...joinPages(files), texts: textLoaders() }, config, wanted);
}
