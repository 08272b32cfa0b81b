/** What only the office reads of a bill that a new owner took over. */
export const takenRest = {
  part: 'New owner pays a part',
  rest: '{{amount, money}} of it is left with {{name}}.',
  no_rest: 'Nothing of it is left with {{name}}.',
  by: 'Taken over by',
  successor: 'New connection {{number}}',
};
