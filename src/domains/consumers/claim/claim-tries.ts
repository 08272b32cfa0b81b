import { triesOf } from '#domains/identity/tries.ts';
import type { Claim } from '../contract.ts';
import { claimText } from './find-entry.ts';

export type Tried = { phone: string; claim: Claim };

/** The keys under which a claim is counted; a claim that succeeds forgets them. */
export const claimTries = ({ phone, claim }: Tried): string[] => [
  triesOf.claim(phone),
  triesOf.claimed(claimText(claim.customerNumber)),
];
