/** What papers needs from domains to the right. */
import { point } from '#platform/face.ts';
import type { PaperKind } from './paper-kind.ts';

/** The kinds of papers: each is described by the domain that prints it. */
export const paperKinds = point<PaperKind>('papers.paper-kinds');
