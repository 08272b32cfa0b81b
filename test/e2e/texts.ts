/** The texts of the screens as the tests look for them: the same typed keys as the screens, in either language. */
import { bn as applicantsBn } from '#domains/applications/web/bn.ts';
import { staff as applicationStaffBn } from '#domains/applications/web/bn-staff.ts';
import { en as applicants } from '#domains/applications/web/en.ts';
import { staff as applicationStaff } from '#domains/applications/web/en-staff.ts';
import { bn as applicationFormBn } from '#domains/applications/web/portal/bn.ts';
import { en as applicationForm } from '#domains/applications/web/portal/en.ts';
import { bn as billsBn } from '#domains/billing/web/bn.ts';
import { staff as billingStaffBn } from '#domains/billing/web/bn-staff.ts';
import { en as bills } from '#domains/billing/web/en.ts';
import { staff as billingStaff } from '#domains/billing/web/en-staff.ts';
import { bn as bulkBn } from '#domains/bulk/web/bn.ts';
import { en as bulk } from '#domains/bulk/web/en.ts';
import { bn as householdsBn } from '#domains/consumers/web/bn.ts';
import { staff as consumerStaffBn } from '#domains/consumers/web/bn-staff.ts';
import { en as households } from '#domains/consumers/web/en.ts';
import { staff as consumerStaff } from '#domains/consumers/web/en-staff.ts';
import { bn as dashboardBn } from '#domains/dashboard/web/bn.ts';
import { staff as dashboardStaffBn } from '#domains/dashboard/web/bn-staff.ts';
import { en as homes } from '#domains/dashboard/web/en.ts';
import { staff as dashboardStaff } from '#domains/dashboard/web/en-staff.ts';
import { bn as identityBn } from '#domains/identity/web/bn.ts';
import { en as identity } from '#domains/identity/web/en.ts';
import { bn as connectionsBn } from '#domains/meters/web/bn.ts';
import { staff as meterStaffBn } from '#domains/meters/web/bn-staff.ts';
import { en as connections } from '#domains/meters/web/en.ts';
import { staff as meterStaff } from '#domains/meters/web/en-staff.ts';
import { bn as ownershipBn } from '#domains/ownership/web/bn.ts';
import { staff as ownershipStaffBn } from '#domains/ownership/web/bn-staff.ts';
import { en as owners } from '#domains/ownership/web/en.ts';
import { staff as ownershipStaff } from '#domains/ownership/web/en-staff.ts';
import { bn as papersBn } from '#domains/papers/web/bn.ts';
import { en as papers } from '#domains/papers/web/en.ts';
import { bn as paymentsBn } from '#domains/payments/web/bn.ts';
import { staff as paymentStaffBn } from '#domains/payments/web/bn-staff.ts';
import { en as paymentTexts } from '#domains/payments/web/en.ts';
import { staff as paymentStaff } from '#domains/payments/web/en-staff.ts';
import { bn as rolesBn } from '#domains/roles/web/bn.ts';
import { en as roles } from '#domains/roles/web/en.ts';
import { bn as settingsBn } from '#domains/settings/web/bn.ts';
import { en as settings } from '#domains/settings/web/en.ts';
import { bn as supportBn } from '#domains/support/web/bn.ts';
import { staff as supportStaffBn } from '#domains/support/web/bn-staff.ts';
import { en as supportTexts } from '#domains/support/web/en.ts';
import { staff as supportStaff } from '#domains/support/web/en-staff.ts';
import { bn as walletsBn } from '#domains/wallet/web/bn.ts';
import { staff as walletStaffBn } from '#domains/wallet/web/bn-staff.ts';
import { en as walletTexts } from '#domains/wallet/web/en.ts';
import { staff as walletStaff } from '#domains/wallet/web/en-staff.ts';
import { bn as workOrdersBn } from '#domains/work-orders/web/bn.ts';
import { staff as workOrderStaffBn } from '#domains/work-orders/web/bn-staff.ts';
import { en as workOrderTexts } from '#domains/work-orders/web/en.ts';
import { staff as workOrderStaff } from '#domains/work-orders/web/en-staff.ts';
import { bn as commonBn } from '#web/texts/bn.ts';
import { bn as frameBn } from '#web/texts/bn-frame.ts';
import { en as common } from '#web/texts/en.ts';
import { en as frame } from '#web/texts/en-frame.ts';
import { joinTexts } from '#web/texts/join-texts.ts';
import type { Language, Translation } from '#web/texts/texts.ts';

const applications = joinTexts(applicants, applicationStaff) as typeof applicants & typeof applicationStaff;
const ownership = joinTexts(owners, ownershipStaff) as typeof owners & typeof ownershipStaff;
const billing = { ...bills, ...billingStaff };
const consumers = {
  ...households,
  ...consumerStaff,
  errors: { ...households.errors, ...consumerStaff.errors },
};
const dashboard = { ...homes, ...dashboardStaff };
const meters = { ...connections, ...meterStaff, errors: { ...connections.errors, ...meterStaff.errors } };
const payments = joinTexts(paymentTexts, paymentStaff) as typeof paymentTexts & typeof paymentStaff;
const workOrders = joinTexts(workOrderTexts, workOrderStaff) as typeof workOrderTexts & typeof workOrderStaff;
const support = joinTexts(supportTexts, supportStaff) as typeof supportTexts & typeof supportStaff;
const wallet = joinTexts(walletTexts, walletStaff) as typeof walletTexts & typeof walletStaff;
const english = {
  application_form: applicationForm,
  applications,
  billing,
  bulk,
  common,
  consumers,
  dashboard,
  frame,
  identity,
  meters,
  ownership,
  papers,
  payments,
  roles,
  settings,
  support,
  wallet,
  'work-orders': workOrders,
};
export type Texts = Translation<typeof english>;

const bengali: Texts = {
  application_form: applicationFormBn,
  applications: joinTexts(applicantsBn, applicationStaffBn) as Texts['applications'],
  billing: { ...billsBn, ...billingStaffBn },
  bulk: bulkBn,
  common: commonBn,
  consumers: {
    ...householdsBn,
    ...consumerStaffBn,
    errors: { ...householdsBn.errors, ...consumerStaffBn.errors },
  },
  frame: frameBn,
  dashboard: { ...dashboardBn, ...dashboardStaffBn },
  identity: identityBn,
  meters: {
    ...connectionsBn,
    ...meterStaffBn,
    errors: { ...connectionsBn.errors, ...meterStaffBn.errors },
  },
  ownership: joinTexts(ownershipBn, ownershipStaffBn) as Translation<typeof ownership>,
  papers: papersBn,
  payments: joinTexts(paymentsBn, paymentStaffBn) as Texts['payments'],
  roles: rolesBn,
  settings: settingsBn,
  support: joinTexts(supportBn, supportStaffBn) as Texts['support'],
  wallet: joinTexts(walletsBn, walletStaffBn) as Texts['wallet'],
  'work-orders': joinTexts(workOrdersBn, workOrderStaffBn) as Texts['work-orders'],
};

export function texts(language: Language): Texts {
  return language === 'bn' ? bengali : english;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text whose {{gaps}} may hold anything; `isWhole`: nothing before and behind it. */
export function filled(text: string, isWhole = false): RegExp {
  const pattern = text
    .split(/\{\{.*?\}\}/)
    .map(escaped)
    .join('.*');
  return new RegExp(isWhole ? `^\\s*${pattern}\\s*$` : pattern);
}

/** A text with its {{gaps}} filled as given. */
export function say(text: string, gaps: Record<string, string>): string {
  return text.replace(/\{\{(\w+).*?\}\}/g, (_, name: string) => gaps[name] ?? '');
}

/** The label of a field, with or without the mark of a required one. */
export function labelled(text: string): RegExp {
  return new RegExp(`^${escaped(text)}(\\s*\\*)?$`);
}
