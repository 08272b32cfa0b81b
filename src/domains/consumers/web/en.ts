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
  list: {
    title: 'Customers',
    about: 'Everybody who has a connection or has asked for one.',
    number: 'Customer number',
    name: 'Name',
    name_bn: 'Name in Bengali',
    phone: 'Phone',
    email: 'Email',
    nid: 'National ID',
    nid_help: '10, 13 or 17 digits.',
    birth: 'Date of birth',
    address: 'Address',
    status: 'Status',
    active: 'Active',
    inactive: 'Inactive',
    since: 'Since',
    search: 'Name, number, phone or NID',
    add: 'Add customer',
    edit: 'Edit {{name}}',
    save: 'Save customer',
    birth_help: 'Earlier than today.',
    added: 'Customer Added Successfully',
    updated: 'Customer Updated Successfully',
    deleted: 'Customer Deleted Successfully',
    empty: 'Customers come with their registration or application, or are added here.',
  },
  errors: {
    has_account: 'This customer signs in with an account. Set the customer inactive instead.',
    born_in_future: 'The date of birth must be earlier than today.',
  },
};

declare module '#web/texts.ts' {
  interface TextNamespaces {
    consumers: typeof en;
  }
}
