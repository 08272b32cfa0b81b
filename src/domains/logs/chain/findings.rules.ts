/** What a verification of the chain may find, in words of both sides. */
import { z } from 'zod';

export const findingSchema = z.object({
  /**
   * changed: the row or its seal · deleted: the row · inserted: a row behind the seals' back · gap: seals are missing
   * head: another chain than the one whose head was sent out · lost_end: seals before such a head are missing
   * backdated: a row says that it is older than it is
   */
  kind: z.enum(['changed', 'deleted', 'inserted', 'gap', 'head', 'lost_end', 'backdated']),
  position: z.int().nullable(),
  id: z.uuid().nullable(),
  /** Action, object and its id; of a lost end, the position that was once reached. */
  what: z.string(),
  writtenAt: z.iso.datetime().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** The end of a chain: as `position:hash` it is sent out. */
export type Head = { position: number; hash: string };

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

export function headText({ position, hash }: Head): string {
  return `${position}:${hash}`;
}

export function parseHead(text: string): Head | undefined {
  const [, position, hash] = HEAD.exec(text.trim()) ?? [];
  return position && hash ? { position: Number(position), hash } : undefined;
}

const SENTENCES: Record<Finding['kind'], (finding: Finding) => string> = {
  changed: () => 'was changed (or its seal was)',
  deleted: () => 'was deleted',
  inserted: () => 'was inserted afterwards: rows written after it had been sealed long before it came',
  gap: ({ position }) => `stands behind missing seals: the chain breaks at ${position}`,
  head: ({ position }) =>
    `is not what the published head says: the chain was rewritten at or before ${position}`,
  lost_end: ({ position, what }) => `The end of the chain is gone: seals ${position} to ${what}`,
  backdated: () => 'says that it is more than a day older than it is',
};

/** One line for people: when, which row, what happened to it. */
export function findingLine(finding: Finding): string {
  const sentence = SENTENCES[finding.kind](finding);
  if (finding.kind === 'lost_end') return sentence;
  const seal = finding.position === null ? 'unsealed' : `seal ${finding.position}`;
  return `${finding.writtenAt} ${finding.what} (row ${finding.id}, ${seal}) ${sentence}`;
}
