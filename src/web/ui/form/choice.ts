/** One of the values that a field offers. */
export type Choice = { value: string; label: string; disabled?: boolean };
export type ChoiceGroup = { group: string; items: Choice[] };
