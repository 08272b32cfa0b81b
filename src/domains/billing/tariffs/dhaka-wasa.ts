/**
 * Dhaka WASA's published rates as a template: Tk per 1,000 litres, sewer 100 % of water if there is a sewer,
 * VAT 15 % on top. 15.94/44.20, announced for 2022-09, was never charged and is kept as withdrawn.
 */
export type TemplateVersion = {
  effectiveFrom: string;
  residential: string;
  /** Null if no report names it. */
  commercial: string | null;
  source: string;
  withdrawn?: string;
};

export const DHAKA_WASA: readonly TemplateVersion[] = [
  {
    effectiveFrom: '2016-07-01',
    residential: '8.49',
    commercial: null,
    source: 'sylhettimes.com 2017-07-24',
  },
  {
    effectiveFrom: '2016-11-01',
    residential: '10.00',
    commercial: '32.00',
    source: 'sylhettimes.com 2017-07-24',
  },
  {
    effectiveFrom: '2017-08-01',
    residential: '10.50',
    commercial: '33.60',
    source: 'sylhettimes.com 2017-07-24',
  },
  {
    effectiveFrom: '2019-09-01',
    residential: '11.57',
    commercial: '37.04',
    source: 'jibonpata.com 57271 (amounts), bdnews24.com 2020-02-28 (month)',
  },
  {
    effectiveFrom: '2020-04-01',
    residential: '14.46',
    commercial: '40.00',
    source: 'bdnews24.com 2020-02-28',
  },
  {
    effectiveFrom: '2021-07-01',
    residential: '15.18',
    commercial: '42.00',
    source: 'prothomalo.com 2022-08-11',
  },
  {
    effectiveFrom: '2022-09-01',
    residential: '15.94',
    commercial: '44.20',
    source: 'observerbd.com 374098, tbsnews.net 455106 (July 2022)',
    withdrawn:
      'Announced by the board on 2022-07-07; the notice of 2024 names 15.18 and 42 as the rates until then.',
  },
  {
    effectiveFrom: '2024-07-01',
    residential: '16.70',
    commercial: '46.20',
    source: 'risingbd.com 104677, notification under section 22 of the WASA Act 1996',
  },
];

/** Categories of ours that pay the published commercial rate; the rest pay the residential one. */
export const COMMERCIAL_CATEGORIES: readonly string[] = [
  'commercial',
  'industrial',
  'institutional',
  'government',
];

export const DHAKA_SEWER_PERCENT = '100';
export const DHAKA_VAT_PERCENT = '15';
/** Bills are paid in whole Taka. */
export const DHAKA_ROUND_OFF_TO = '1';
