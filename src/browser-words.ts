/** The words of every domain for the browser: one chunk, loaded by the screens of roles and of the audit log. */
import { commonWords, type DomainWords, type Words } from '#shared/words.ts';

const files = import.meta.glob<DomainWords>('./domains/*/words.ts', { import: 'words', eager: true });

export const allWords: Words = [commonWords, ...Object.values(files)];
