/** Tariffs of the audited town: each rule of a tariff is in one of them, and each changes inside a month. */
import type { TariffInput } from '#domains/billing/tariffs/factory.ts';

type Tariff = Partial<TariffInput> & { category: string };

const blocks = (...parts: [from: string, rate: string][]): TariffInput['blocks'] =>
  parts.map(([from, rate], index) => ({ from, to: parts[index + 1]?.[0] ?? null, rate }));
const vat = (percent: string) => ({
  ...{
    vatWaterPercent: percent,
    vatFixedPercent: percent,
    vatMinimumPercent: percent,
    vatSewerPercent: percent,
  },
});

const residential: Tariff = {
  category: 'residential',
  ...{
    waterMode: 'blocks',
    perDwellingBlocks: true,
    perDwellingFixed: true,
    sewerPercent: '100',
    ...vat('15'),
  },
  ...{ minimumMode: 'floor', minimumAmount: '120', perDwellingMinimum: true, fixedAmount: '31.50' },
  pipeSizes: [
    { pipeSizeMm: 25, flatAmount: '0', fixedAmount: '57.35', minimumAmount: '180' },
    { pipeSizeMm: 40, flatAmount: '0', fixedAmount: '111', minimumAmount: '333.33' },
  ],
};
const commercial: Tariff = {
  category: 'commercial',
  ...{ waterMode: 'tiers', minimumMode: 'base', minimumAmount: '77.77', fixedAmount: '12.34' },
  ...{ prorateFixed: false, sewerPercent: '55.5', sewerOnFixed: true, ...vat('15') },
};
const industrial: Tariff = {
  category: 'industrial',
  ...{ waterMode: 'blocks', prorateBlocks: false, fixedAmount: '999.99', sewerPercent: '120', ...vat('15') },
};
const institutional: Tariff = {
  category: 'institutional',
  ...{
    waterMode: 'flat',
    flatAmount: '1234.56',
    fixedAmount: '10',
    minimumMode: 'floor',
    minimumAmount: '1500',
  },
  ...{ prorateMinimum: false, sewerPercent: '33', ...vat('15') },
};
const government: Tariff = {
  category: 'government',
  ...{ waterMode: 'blocks', minimumMode: 'floor', minimumPer: 'day', minimumAmount: '97.13' },
  ...{ sewerPercent: '100', vatWaterPercent: '15', vatMinimumPercent: '7.5', vatSewerPercent: '15' },
};
const community: Tariff = {
  category: 'community',
  ...{ waterMode: 'blocks', minimumMode: 'floor', minimumAmount: '50', minimumWhenUnused: false },
  ...{ fixedAmount: '5', sewerPercent: '0', roundOffTo: '1', ...vat('15') },
};

/** From before the first month. */
export const FIRST: Tariff[] = [
  { ...residential, blocks: blocks(['0', '8.49'], ['10', '15.18'], ['20', '23.3333'], ['40', '42']) },
  { ...commercial, blocks: blocks(['0', '33.6'], ['25', '42.005'], ['100', '46.2']) },
  { ...industrial, blocks: blocks(['0', '42'], ['500', '46.2005']) },
  institutional,
  { ...government, blocks: blocks(['0', '40.005']) },
  { ...community, blocks: blocks(['0', '3.335'], ['30', '9.99']) },
].map((tariff) => ({ ...tariff, effectiveFrom: '2020-01-01' }));

const dearer = { effectiveFrom: '2026-08-17', name: 'From August' };
/** For a day inside August. */
export const CHANGE: Tariff[] = [
  {
    ...residential,
    ...dearer,
    fixedAmount: '33',
    blocks: blocks(['0', '9.005'], ['12.5', '16.7'], ['37', '44.44']),
  },
  { ...commercial, ...dearer, prorateFixed: true, blocks: blocks(['0', '35'], ['30', '44.445']) },
  { ...industrial, ...dearer, prorateBlocks: true, blocks: blocks(['0', '43'], ['333', '47.77']) },
  { ...institutional, ...dearer, flatAmount: '1300.01' },
  { ...government, ...dearer, minimumAmount: '101.01', blocks: blocks(['0', '41.115'], ['50', '50']) },
  { ...community, ...dearer, blocks: blocks(['0', '3.5'], ['30', '10.005']) },
];

/** For a day inside October, decided after VAT was changed: it has the VAT of that day. */
export const LATER: Tariff[] = [
  {
    ...residential,
    ...{ effectiveFrom: '2026-10-09', name: 'From October', sewerPercent: '75' },
    ...{ vatWaterPercent: '7.5', vatFixedPercent: '5', vatMinimumPercent: '5', vatSewerPercent: '10' },
    blocks: blocks(['0', '10'], ['12.5', '17.77'], ['37', '45.005']),
  },
];
