/** What a person does with the second factor. */
export type FactorTask = 'set-up' | 'renew' | 'end';
