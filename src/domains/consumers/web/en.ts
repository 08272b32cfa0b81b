export const en = {
  registration: {
    title: 'Register as a consumer',
    about_phone: 'First we check your mobile number with a code.',
    about_person: 'Your number is checked. Tell us who you are.',
    name: 'Full name',
    name_help: 'As on your national ID card.',
    email: 'Email',
    nid: 'National ID number',
    nid_help: '10, 13 or 17 digits. You can add it later.',
    birth: 'Date of birth',
    password: 'Password',
    submit: 'Register',
    known: 'Registered already?',
    sign_in: 'Sign in',
  },
  errors: {
    born_in_future: 'The date of birth must be earlier than today.',
  },
};

declare module '#web/texts.ts' {
  interface TextNamespaces {
    consumers: typeof en;
  }
}
