/** Texts of accounts that only staff read. */
export const staff = {
  notices: {
    limits_waiting: 'A change of limits waits for your decision as second person.',
  },
};
