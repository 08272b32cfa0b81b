/**
 * The first question of a page, asked by the document itself (index.html) while the code is still on its way. Its answer is
 * taken once, by the same person's call of the same address.
 */
type FirstCall = { address: string; token: string; answer: Promise<Response> };

declare global {
  interface Window {
    firstCall?: FirstCall;
  }
}

/** What the document had asked, if it is this. */
export function takeFirstCall(address: string, token: string | undefined): Promise<Response> | undefined {
  const asked = globalThis.window?.firstCall;
  if (!asked) return undefined;
  // Anything else that is asked comes after it; an old answer is never shown.
  if (asked.address !== address || asked.token !== token) return undefined;
  delete window.firstCall;
  return asked.answer;
}
