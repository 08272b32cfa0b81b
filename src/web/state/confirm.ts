/** Asking before something is done: `if (await confirm('delete')) …` with the specification's questions (§8). */
export type Question = {
  /** `leave`: changes would be lost. */
  kind: 'delete' | 'submit' | 'leave';
  /** What it is about, below the question: "Sector 12". */
  detail?: string;
  /** Instead of the specification's question and answer, if nothing is submitted and nothing deleted. */
  own?: { question: string; yes: string; no?: string };
};

export type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function change(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks; resolves to true if the person confirmed. */
export function confirm(kind: Question['kind'], detail?: string, own?: Question['own']): Promise<boolean> {
  return new Promise((resolve) => {
    asked?.answer(false);
    const answer = (yes: boolean) => {
      change(null);
      resolve(yes);
    };
    change({ kind, ...(detail ? { detail } : {}), ...(own ? { own } : {}), answer });
  });
}

export function currentQuestion(): Asked | null {
  return asked;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
