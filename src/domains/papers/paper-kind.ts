/** How a domain describes a paper that it prints. */
import type { Db, Tx } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { PaperFact } from './paper-facts.rules.ts';

export type PaperPlace = {
  sectorNumber: string | null;
  roadNumber: string | null;
  plotNumber: string | null;
};

/** What the paper of a record says today. */
export type PaperContent = {
  number: string;
  issuedOn: string;
  amountMinor: Minor | null;
  /** What is still to be paid of it today; null if the paper asks for no money. */
  leftMinor: Minor | null;
  /** What of that a new owner took over and pays; the paper names another person. */
  byNewOwnerMinor?: Minor;
  holder: string;
  holderBn: string | null;
  /** The plot that the paper names. */
  place: PaperPlace;
  /** What else of the paper the public page tells; what is null is not on the paper. */
  facts: Partial<Record<Exclude<PaperFact, 'validUntil'>, string | null>>;
  /** The last day on which the paper counts, if it says one. */
  validUntil: string | null;
  /** Everything else on the paper whose change makes it another paper: plot, meter. Only its hash is kept, so the plot is told as long as it is the same. */
  rest: string;
  /** What `rest` was on papers that count still, although the record says something else by now: an earlier last day. */
  earlierRests?: readonly string[];
  /** The day from which the paper of this record counts no more; null while it does. */
  endedOn: string | null;
  /** Of a receipt: its money could pay nothing any more and goes back. */
  goesBack?: boolean;
  /** The day on which the record began to say this: papers that say something else ended then. */
  changedOn: string;
};

export type PaperKind = {
  /** `<domain>.<noun>`, for good: it is stored with each code. */
  kind: string;
  name: { en: string; bn: string };
  /** Asked for everybody who has the code, so it looks at no actor. Undefined if there is no such paper. */
  contentOf(db: Db | Tx, recordId: string): Promise<PaperContent | undefined>;
};
