/**
 * Draws pages for the document, by the components and texts that the browser has (decision 0043): what somebody sees who has no
 * session and chose nothing on this device but the language. Runs in a thread of the server, never in a browser.
 */
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { takeConfig, type WebConfig } from './config.ts';
import { buildRouter } from './navigation/router.tsx';
import { type Language, startTextsIn } from './texts/texts.ts';
import { type Wiring, wire } from './wiring.ts';

/** @param wanted which addresses in which languages */
export async function drawFirstViews(
  wiring: Pick<Wiring, 'pages' | 'menu' | 'consumerPanels' | 'texts'>,
  config: WebConfig,
  wanted: readonly { language: Language; address: string }[],
): Promise<string[]> {
  // Who has no session needs none of the rest.
  wire(wiring as Wiring);
  takeConfig(config);
  const drawn: string[] = [];
  // One after the other: the language is the whole thread's.
  for (const { language, address } of wanted) {
    await startTextsIn(language, wiring.texts);
    const history = createMemoryHistory({ initialEntries: [address] });
    // Its script would be inline.
    const router = buildRouter({ history, scrollRestoration: false });
    await router.load();
    drawn.push(renderToString(<App router={router} />));
  }
  return drawn;
}
