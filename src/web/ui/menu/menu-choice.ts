import type { ReactNode } from 'react';

/** A line of a drop menu. */
export type MenuChoice = {
  label: ReactNode;
  icon?: ReactNode;
  run: () => unknown;
  danger?: boolean;
  /** Why it is not possible; shown on it. */
  reason?: string | undefined;
  /** A line above it. */
  apart?: boolean;
};
