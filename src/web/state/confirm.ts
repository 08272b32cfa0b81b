/** Asking before something is done: `if (await confirm('delete')) …` with the specification's questions (§8). */
export type Question = {
  /** `leave`: changes would be lost. */
  kind: 'delete' | 'submit' | 'leave';
  /** What it is about, below the question: "Sector 12". */
  detail?: string;
};

type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function change(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks; resolves to true if the person confirmed. */
export function confirm(kind: Question['kind'], detail?: string): Promise<boolean> {
  return new Promise((resolve) => {
    asked?.answer(false);
    const answer = (yes: boolean) => {
      change(null);
      resolve(yes);
    };
    change({ kind, ...(detail ? { detail } : {}), answer });
  });
}

export function currentQuestion(): Asked | null {
  return asked;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
