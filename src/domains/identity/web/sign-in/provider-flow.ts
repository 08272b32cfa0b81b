/** What this tab keeps while the person is at the provider: proof that the answer belongs to this browser. */
const KEY = 'signInFlow';

export type Flow = { flow: string; next: string | undefined };

export function keepFlow(flow: Flow) {
  sessionStorage.setItem(KEY, JSON.stringify(flow));
}

/** Once: a page that is loaded again has none. */
export function takeFlow(): Flow | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return text ? (JSON.parse(text) as Flow) : null;
  } catch {
    return null;
  }
}
