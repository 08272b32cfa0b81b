/**
 * Toasts: top right, 5000 ms, pausing on hover and focus (spec §9). The toaster itself is loaded with the first
 * toast, so that the login screen does not load it. What went wrong is kept for the bell after its toast has gone.
 */
import { CallError } from '../calls/call-error.ts';
import { errorText } from '../calls/error-text.ts';
import type { ToastKind } from '../ui/toaster.tsx';

const KEPT = 10;

export type ToldError = { at: string; message: string };
/** The last errors that were shown since the page was loaded, the newest first. */
export const toldErrors: ToldError[] = [];

/** Shows a sentence. */
export async function toast(kind: ToastKind, message: string) {
  if (kind === 'error' && toldErrors[0]?.message !== message) {
    toldErrors.unshift({ at: new Date().toISOString(), message });
    toldErrors.length = Math.min(toldErrors.length, KEPT);
  }
  const { show } = await import('../ui/toaster.tsx');
  await show(kind, message);
}

/** Says what went wrong with a call. */
export async function showError(error: unknown) {
  const known = error instanceof CallError ? error : new CallError(500);
  await toast('error', await errorText(known.code, known.params));
}
