/**
 * Toasts: top right, 5000 ms, pausing on hover (spec §9). The toaster itself is loaded with the first toast,
 * so that the login screen does not carry it.
 */
import { CallError } from './call-error.ts';
import { errorText } from './error-text.ts';
import type { ToastKind } from './ui/toaster.tsx';

/** Shows a sentence. */
export async function toast(kind: ToastKind, message: string) {
  const { show } = await import('./ui/toaster.tsx');
  show(kind, message);
}

/** Says what went wrong with a call. */
export async function showError(error: unknown) {
  const known = error instanceof CallError ? error : new CallError(500);
  await toast('error', await errorText(known.code, known.params));
}
