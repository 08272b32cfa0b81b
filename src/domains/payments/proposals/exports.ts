/** What two people decide, as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listOwnProposalsDownload, listProposalsDownload } from './contract.ts';
import type { Proposal, ProposalState } from './proposal.rules.ts';
import { ownProposalList, proposalList } from './queries.ts';

const KIND: Words = ['What', 'কী'];
const STATE: Words = ['State', 'অবস্থা'];
const KINDS: Record<Proposal['kind'], Words> = {
  BOOK: ['Book what the bank took', 'ব্যাংক যা নিয়েছে তা জমা'],
  SEND_BACK: ['Send it back', 'ফেরত পাঠানো'],
  NO_MONEY: ['No money came', 'কোনো টাকা আসেনি'],
  BACKDATE: ['Counter money of an earlier day', 'আগের দিনের কাউন্টারের টাকা'],
  WITHDRAW_REFUND: ['Withdraw a refund', 'টাকা ফেরত প্রত্যাহার'],
  RETURN_REFUND: ['A refund came back from the bank', 'ফেরতের টাকা ব্যাংক থেকে ফিরে এসেছে'],
  POST_FILE: ['Post a settlement file', 'নিষ্পত্তি ফাইল হিসাবে তোলা'],
};
const STATES: Record<ProposalState, Words> = {
  REQUESTED: ['Waits', 'অপেক্ষায়'],
  DONE: ['Done', 'হয়েছে'],
  REFUSED: ['Refused', 'নাকচ'],
  GIVEN_UP: ['Taken back', 'ফিরিয়ে নেওয়া'],
};

export const proposalsExport: ListExport<typeof listProposalsDownload> = {
  name: 'second-person',
  title: ['Second person', 'দ্বিতীয় ব্যক্তির সিদ্ধান্ত'],
  list: proposalList,
  filters: ({ state, kind }) => [...filterOf(STATE, STATES, state), ...filterOf(KIND, KINDS, kind)],
  columns: [
    column('kind', 'text', KIND, KINDS),
    column('state', 'text', STATE, STATES),
    column('amountMinor', 'money', ['Amount (Taka)', 'পরিমাণ (টাকা)']),
    column('feeMinor', 'money', ['Fee within (Taka)', 'এর মধ্যে ফি (টাকা)']),
    column('payerName', 'text', ['For', 'যার জন্য']),
    column('targetNumber', 'text', ['Connection or application', 'সংযোগ বা আবেদন']),
    column('takenOver', 'text', ['Taken over', 'দায় নেওয়া'], { true: ['Yes', 'হ্যাঁ'], false: ['', ''] }),
    column('paidOn', 'day', ['Date of the money', 'টাকার তারিখ']),
    column('method', 'text', ['Method', 'মাধ্যম'], {
      CASH: ['Cash', 'নগদ'],
      POS: ['POS', 'পিওএস'],
      BANK: ['Bank deposit', 'ব্যাংকে জমা'],
    }),
    column('slipNumber', 'text', ['Slip', 'স্লিপ']),
    column('statementReference', 'text', ['Line of the statement', 'স্টেটমেন্টের লাইন']),
    column('reason', 'text', ['Reason', 'কারণ']),
    column('requestedBy', 'text', ['Asked by', 'যিনি প্রস্তাব করেছেন']),
    column('requestedAt', 'instant', ['Asked at', 'প্রস্তাবের সময়']),
    column('decidedBy', 'text', ['Decided by', 'যিনি সিদ্ধান্ত দিয়েছেন']),
    column('decidedAt', 'instant', ['Decided at', 'সিদ্ধান্তের সময়']),
    column('decisionRemark', 'text', ['Remark', 'মন্তব্য']),
  ],
};

export const ownProposalsExport: ListExport<typeof listOwnProposalsDownload> = {
  ...proposalsExport,
  name: 'own-proposals',
  title: ['What I asked a second person for', 'দ্বিতীয় ব্যক্তির কাছে আমার প্রস্তাব'],
  list: ownProposalList,
};
