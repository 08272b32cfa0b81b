/**
 * Toasts: top right, 5000 ms, light, the clock stands while the pointer or the focus is on one. In its own root,
 * so that it works on every screen and is only loaded when there is something to say.
 */
import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { textOf } from '../texts.ts';
import { Theme } from './theme.tsx';
import style from './toaster.module.css';

const TOAST_MS = 5000;
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
  const [held, setHeld] = useState(false);
  const close = () => replace(toasts.filter((one) => one !== toast));
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => replace(toasts.filter((one) => one !== toast)), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast]);
  const Icon = ICONS[toast.kind];
  return (
    <Notification
      withBorder
      color={COLOURS[toast.kind]}
      icon={<Icon size={18} />}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onClose={close}
      closeButtonProps={{ 'aria-label': textOf('common', 'actions.close') }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.message}
    </Notification>
  );
}

function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={style.stack}>
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

let mounted = false;

/** Shows a toast; the same sentence is not shown twice at once. */
export function show(kind: ToastKind, message: string) {
  if (!mounted) {
    mounted = true;
    const place = document.createElement('div');
    document.body.append(place);
    createRoot(place).render(
      <Theme>
        <Toaster />
      </Theme>,
    );
  }
  if (toasts.some((toast) => toast.message === message)) return;
  replace([...toasts, { id: nextId++, kind, message }]);
}
