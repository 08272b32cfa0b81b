/** The page of a consumer. */
export const recordPath = (id: string) => `/customer-management/${id}`;
