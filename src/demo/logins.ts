/** Who may sign in to the demo town, all with one password, and the table that the start prints. */
import type { BuiltInRole } from '#shared/permissions.ts';

export const DEMO_PASSWORD = 'demo-1234';
export const CONSUMER_EMAIL = 'consumer@demo.test';
const STAND_IN_MAILBOX = 'standin';
/** Of the planning authority, without a desk of their own. */
export const STAND_IN = `${STAND_IN_MAILBOX}@demo.test`;

export type DemoLogin = { role: Exclude<BuiltInRole, 'consumer'>; email: string; name: string; does: string };

const login = (role: DemoLogin['role'], mailbox: string, name: string, does: string): DemoLogin => ({
  role,
  email: `${mailbox}@demo.test`,
  name,
  does,
});

export const STAFF: readonly DemoLogin[] = [
  login('admin', 'admin', 'Nasrin Sultana', 'everything'),
  login('reviewer', 'reviewer', 'Kamrul Hossain', 'applications, readings, plans bill runs'),
  login('engineer', 'engineer', 'Mahbub Chowdhury', 'approves surveys and bill runs'),
  login('cashier', 'cashier', 'Salma Akter', 'takes payments at the counter'),
  login('reader', 'reader', 'Liton Miah', 'reads meters'),
  login('surveyor', 'surveyor', 'Rashedul Islam', 'surveys plots'),
  login('installer', 'installer', 'Sohel Mridha', 'installs meters'),
  login('rajukSAE', 'sae', 'Tariqul Gazi', 'planning authority, first desk'),
  login('rajukAE', 'ae', 'Farhana Yasmin', 'planning authority, second desk'),
  login('rajukPM', 'pm', 'Subrata Saha', 'planning authority, third desk'),
  login(
    'rajukPM',
    STAND_IN_MAILBOX,
    'Shahana Parvin',
    'planning authority, in the place of an officer on leave',
  ),
  login('rajukPD', 'pd', 'Iqbal Talukder', 'planning authority, last desk'),
];

/** Lines for people: a login a role. */
export function loginTable(): string {
  const rows = [
    ...STAFF.map(({ email, does }) => [email, does]),
    [CONSUMER_EMAIL, 'a household: two connections, a bill to pay, an application on its way'],
  ];
  const width = Math.max(...rows.map(([email = '']) => email.length));
  const lines = rows.map(([email = '', does]) => `  ${email.padEnd(width)}  ${does}`);
  return [`Sign in to the demo town; every password is ${DEMO_PASSWORD}:`, ...lines].join('\n');
}
