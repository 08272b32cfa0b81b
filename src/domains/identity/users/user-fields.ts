/** What the audit log says of an account. */
export type UserFields = { name: string; email: string; phone: string; role: string };

export const fieldsOf = ({ name, email, phone, role }: { [K in keyof UserFields]: string | null }) => ({
  name,
  email,
  phone,
  role,
});
