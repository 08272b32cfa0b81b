/**
 * How long anything may take before it gives way to others. They are in one file because they must fit together:
 * a call waits for a connection (4 s) and for a lock (8 s) less long than its statement may run, and an export is made
 * sooner (5 min) than a silent connection of a browser is closed (10 min). docs/decisions/0010 says why.
 */
import type { OpenOptions } from './database/db.ts';

type Class = Required<Pick<OpenOptions, 'settings' | 'connect_ms'>>;

/** Calls: what somebody at a screen waits for. */
export const REQUEST_LIMITS: Class = {
  connect_ms: 4_000,
  settings: {
    statement_timeout: '20s',
    lock_timeout: '8s',
    idle_in_transaction_session_timeout: '30s',
    // The callers share the processors already: helpers of one statement take them from the others, and cost some ms to start.
    max_parallel_workers_per_gather: '0',
  },
};

/** A statement of a call that changes something; the same connections. */
export const ACTION_STATEMENT = '60s';

/** Exports: minutes, on connections of their own. Between two reads of a PDF its pages are laid out (up to 2 minutes). */
export const EXPORT_LIMITS: Class = {
  connect_ms: 4_000,
  settings: {
    statement_timeout: '2min',
    lock_timeout: '8s',
    idle_in_transaction_session_timeout: '150s',
    transaction_timeout: '5min',
  },
};

/** Until it is an export's turn. */
export const EXPORT_WAIT_MS = 30_000;

/** One picture, from the start of its process: the largest ones that are accepted take a third of it. */
export const PICTURE_MS = 15_000;

/** Background work: nobody waits for it, and what is cut off is done again. */
export const JOB_LIMITS: Class = {
  connect_ms: 30_000,
  settings: {
    statement_timeout: '30min',
    lock_timeout: '60s',
    idle_in_transaction_session_timeout: '5min',
  },
};

/** Statements over whole uploaded files, also if a call does them. */
export const BULK_STATEMENT = '30min';

/** Connections of browsers and proxies. */
export const CONNECTION_LIMITS = {
  /** From the first byte of a request to the end of its headers. */
  headers_ms: 15_000,
  /** The same to the end of its body: the largest upload (500 MB) at 140 KB a second. */
  request_ms: 3_600_000,
  /** No byte in either direction, also while an answer is made. */
  silent_ms: 600_000,
  /** Kept open between two requests: longer than the 60 s of the usual proxies. */
  keepAlive_ms: 72_000,
  /** A peer that sends or receives moves at least so many in each window; a telephone on 2G moves ten times as many. */
  window_ms: 60_000,
  windowBytes: 65_536,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;
