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
    has_connections_one:
      'Not deleted: {{count, number}} connection belongs to this customer. Set the customer inactive instead.',
    has_connections_other:
      'Not deleted: {{count, number}} connections belong to this customer. Set the customer inactive instead.',
    has_applications_one:
      'Not deleted: {{count, number}} application is this customer’s. Set the customer inactive instead.',
    has_applications_other:
      'Not deleted: {{count, number}} applications are this customer’s. Set the customer inactive instead.',
    has_invoices_one:
      'Not deleted: {{count, number}} bill was made for this customer. Set the customer inactive instead.',
    has_invoices_other:
      'Not deleted: {{count, number}} bills were made for this customer. Set the customer inactive instead.',
    has_payments_one:
      'Not deleted: {{count, number}} payment is from this customer. Set the customer inactive instead.',
    has_payments_other:
      'Not deleted: {{count, number}} payments are from this customer. Set the customer inactive instead.',
    has_merged: 'Not deleted: a duplicate was merged into this customer. Set the customer inactive instead.',
    merged: 'This customer was merged into another one. Open that one.',
    same_consumer: 'Choose two different customers.',
    wrong_number: 'This is not the number of the customer that goes.',
    reason_missing: 'Say why.',
    no_account: 'Nobody signs in for this customer yet, so there is no password.',
    born_in_future: 'The date of birth must be earlier than today.',
  },
};

declare module '#web/texts.ts' {
  interface TextNamespaces {
    consumers: typeof en;
  }
}
