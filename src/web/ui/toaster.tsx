/**
 * Toasts: top right, 5000 ms, light, the clock stops while the pointer or the focus is on one. In its own root,
 * so that it works on every screen and is only loaded when there is something to say.
 */
import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { textOf } from '../texts/texts.ts';
import { Theme } from './theme.tsx';
import style from './toaster.module.css';

const TOAST_MS = 5000;
/** A live region is announced only if it was there before its first sentence came. */
const REGION_STANDS_MS = 60;
export type ToastKind = 'success' | 'error' | 'info';
type Toast = { id: number; kind: ToastKind; message: string };

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ICONS = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };
const COLOURS = { success: 'teal', error: 'red', info: 'brand' };

function OneToast({ toast }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const isHeld = pointed || focused;
  const close = () => replace(toasts.filter((other) => other !== toast));
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => replace(toasts.filter((other) => other !== toast)), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const Icon = ICONS[toast.kind];
  return (
    <Notification
      withBorder
      color={COLOURS[toast.kind]}
      icon={<Icon size={18} />}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onClose={close}
      closeButtonProps={{ 'aria-label': textOf('common', 'actions.close') }}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toast.message}
    </Notification>
  );
}

function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={style.stack} aria-live="polite">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

let mounted: Promise<void> | undefined;

function mount(): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <Theme>
      <Toaster />
    </Theme>,
  );
  return new Promise((resolve) => setTimeout(resolve, REGION_STANDS_MS));
}

/** Shows a toast; the same sentence is not shown twice at once. */
export async function show(kind: ToastKind, message: string) {
  mounted ??= mount();
  await mounted;
  if (toasts.some((toast) => toast.message === message)) return;
  replace([...toasts, { id: nextId++, kind, message }]);
}
