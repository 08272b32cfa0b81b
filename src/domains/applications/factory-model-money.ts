/**
 * Money for a demand note, once more and in another way than the program: paid whole or in parts, at the counter or through the bank,
 * taken back, or owed back and refunded. The random commands are judged by it.
 */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';
import type { Model, Money, RefundState, State, Who } from './factory-model-types.ts';

type Amount = 'whole' | 'part' | 'more';
export type MoneyInput =
  | { act: 'pay' | 'begin'; amount: Amount }
  | { act: 'open' | 'ask the bank' | 'take-back-payment' | 'pay refund' | 'the bank takes it' }
  | { act: 'decide refund'; accept: boolean };

export const noMoney: Money = {
  ...{ total: 0, vat: 0, paid: 0, isWithdrawn: false, ofNote: null, counter: [], bank: [], refunds: [] },
};

const HEADS: readonly Who[] = ['admin', 'second'];
const BY: Partial<Record<MoneyInput['act'], readonly Who[]>> = {
  pay: [...HEADS, 'cashier'],
  begin: [...HEADS, 'owner'],
  open: [...HEADS, 'owner'],
  'ask the bank': [...HEADS, 'clerk', 'cashier', 'owner'],
  'take-back-payment': [...HEADS, 'clerk'],
  'decide refund': [...HEADS, 'clerk'],
  'pay refund': [...HEADS, 'clerk', 'cashier'],
};
/** Poisha of a part: the smallest that is taken. */
const PART = 100_00;
const HAS_NOTE: State[] = ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED'];
/** How many notes were issued: one when the survey is approved, one when an application that waited is opened again. */
const notesOf = ({ timeline }: Model): number =>
  timeline.filter(
    ([action, , to]) => action === 'approve-survey' || (action === 'reopen' && to === 'READY_TO_PAY'),
  ).length;

export const amountOf = ({ money: { total, paid } }: Model, amount: Amount): number =>
  amount === 'part' ? PART : total - paid + (amount === 'more' ? 1 : 0) || PART;

type Result = Outcome<Model> | undefined;
const refused = (code: string, model: Model): Outcome<Model> => ({ code, model });
const kept = (model: Model, change: Partial<Money>): Outcome<Model> => ({
  code: undefined,
  model: { ...model, money: { ...model.money, ...change } },
});
const at = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((item, position) => (position === index ? { ...item, ...change } : item));

/** The model after a step that was taken. @param by null: the program itself */
export function stepped(
  model: Model,
  action: string,
  by: Who | null,
  change: Partial<Model>,
): Outcome<Model> {
  const state = change.state ?? model.state;
  return {
    code: undefined,
    model: {
      // A comment changes nothing that others look at.
      ...{ ...model, ...change, state, version: model.version + (action === 'comment' ? 0 : 1) },
      timeline: [...model.timeline, [action, model.state, state, by]],
      log: [...model.log, by],
    },
  };
}

/** Who had something to pay is told that it has ended. */
const hadNote = (model: Model): boolean => model.startedWithNote || notesOf(model) > 0;

/** Refused; of two at once the second may find the note that the first one ended. */
function refusedNote(code: string, model: Model, seen: Model): Outcome<Model> {
  const isEnded = code === 'never' || code === 'applications.note_cancelled';
  const isMeanwhile = isEnded && HAS_NOTE.includes(seen.state) && !model.isDeleted;
  return { code, model, ...(isMeanwhile ? { orCode: 'applications.wrong_state' } : {}) };
}

/** Why the note does not take this sum now. */
function notTaken(model: Model, amount: number): string | undefined {
  const { state, overlay, isArchived, isDeleted, money } = model;
  if (isDeleted) return 'never';
  if (!HAS_NOTE.includes(state)) return hadNote(model) ? 'applications.note_cancelled' : 'never';
  if (isArchived) return 'applications.archived';
  if (overlay) return 'applications.on_hold';
  if (state !== 'READY_TO_PAY') return 'applications.wrong_state';
  return amount > money.total - money.paid ? 'applications.amount_above_balance' : undefined;
}

function paidBy(model: Model, by: Who, amount: number, money: Partial<Money>): Outcome<Model> {
  const paid = model.money.paid + amount;
  const isWhole = paid === model.money.total;
  return stepped(model, 'pay', by, {
    ...(isWhole ? { state: 'READY_FOR_METER_INSTALLATION' as const } : {}),
    money: { ...model.money, ...money, paid },
  });
}

function atBank(input: MoneyInput, by: Who, model: Model, seen: Model): Result {
  const { bank } = model.money;
  // The last one that the person had seen.
  const index = seen.money.bank.length - 1;
  const last = bank[index];
  if (input.act === 'begin') {
    const amount = amountOf(seen, input.amount);
    const why = notTaken(model, amount);
    if (why) return refusedNote(why, model, seen);
    const note = notesOf(model);
    if (bank.some((payment) => payment.state === 'PROCESSING' && payment.note === note))
      return refused('payments.other_running', model);
    // What began and never reached the bank gives way.
    const older = bank.map((payment) =>
      payment.state === 'CREATED' && payment.note === note
        ? { ...payment, state: 'EXPIRED' as const }
        : payment,
    );
    const created = { state: 'CREATED' as const, amount, note };
    return kept(model, { bank: [...older, { ...created, isOwed: false, hasOrder: false, isTaken: false }] });
  }
  if (!last) return undefined;
  const isDue = last.note === notesOf(model) && !notTaken(model, last.amount);
  // A hold is no reason to send a bank's money back.
  const isTaken = last.note === notesOf(model) && !notTaken({ ...model, overlay: null }, last.amount);
  if (input.act === 'open') {
    if (last.state !== 'CREATED') return kept(model, {});
    if (!isDue) return refused('payments.not_due', model);
    return kept(model, { bank: at(bank, index, { state: 'PROCESSING', hasOrder: true }) });
  }
  if (last.state !== 'PROCESSING' || !last.isTaken) return kept(model, {});
  if (isTaken) return paidBy(model, by, last.amount, { bank: at(bank, index, { state: 'APPROVED' }) });
  // Money that came is never refused: it is owed back, and its refund is asked for.
  const owed = {
    state: 'REQUESTED' as const,
    amount: last.amount,
    asker: null,
    decider: null,
    ofNote: false,
  };
  const refunds = [...model.money.refunds, owed];
  return kept(model, { bank: at(bank, index, { state: 'APPROVED', isOwed: true }), refunds });
}

/** The last payment at the counter that nobody has taken back. */
function takeBack(by: Who, model: Model, seen: Model): Result {
  const { counter, isWithdrawn } = model.money;
  const known = seen.money.counter;
  if (known.length === 0) return undefined;
  const open = known.findLastIndex(({ state }) => state === 'APPROVED');
  const index = open === -1 ? known.length - 1 : open;
  const taken = counter[index];
  if (taken?.state !== 'APPROVED') return refused('payments.not_reversible', model);
  if (isWithdrawn) {
    const isMeanwhile = !seen.money.isWithdrawn;
    const refusal = refused('applications.note_withdrawn', model);
    return { ...refusal, ...(isMeanwhile ? { orCode: 'applications.wrong_state' } : {}) };
  }
  if (model.isInstalled) return refused('applications.meter_installed', model);
  if (model.isDeleted) return refused('never', model);
  if (model.isArchived) return refused('applications.archived', model);
  if (model.overlay) return refused('applications.on_hold', model);
  if (!['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'].includes(model.state))
    return refused('applications.wrong_state', model);
  const money = { ...model.money, counter: at(counter, index, { state: 'REVERSED' }) };
  const paid = money.paid - taken.amount;
  return stepped(model, 'take-back-payment', by, { state: 'READY_TO_PAY', money: { ...money, paid } });
}

/** Who asked, who decides and who pays out are three people. */
function refund(input: MoneyInput, by: Who, model: Model, seen: Model): Result {
  const { refunds } = model.money;
  const index = seen.money.refunds.length - 1;
  const last = refunds[index];
  if (!last) return undefined;
  let change: Partial<(typeof refunds)[number]>;
  if (input.act === 'decide refund') {
    if (last.state !== 'REQUESTED') return refused('payments.refund_decided', model);
    if (last.asker === by) return refused('payments.refund_asker', model);
    change = { state: input.accept ? 'APPROVED' : 'REFUSED', decider: by };
  } else {
    if (last.state !== 'APPROVED') return refused('payments.refund_not_approved', model);
    if (last.decider === by) return refused('payments.refund_approver', model);
    if (last.asker === by) return refused('payments.refund_own', model);
    change = { state: 'PAID_OUT' };
  }
  const money = { refunds: at(refunds, index, change) };
  if (!last.ofNote) return kept(model, money);
  return stepped(model, 'refund', by, { money: { ...model.money, ...money, ofNote: change.state ?? null } });
}

/** The code of the refusal, and the application after it; undefined: nothing that anybody could try now. */
export function moneyAfter({ by, ...input }: MoneyInput & { by: Who }, model: Model, seen: Model): Result {
  const { bank, counter } = model.money;
  if (input.act === 'the bank takes it') {
    const last = bank.at(-1);
    const isOpen = last?.state === 'PROCESSING' && !last.isTaken;
    return by === 'admin' && isOpen
      ? kept(model, { bank: at(bank, bank.length - 1, { isTaken: true }) })
      : undefined;
  }
  if (!BY[input.act]?.includes(by)) {
    // Whose is not the application is not told whether there is a payment.
    const isNothing = input.act !== 'pay' && input.act !== 'begin' && hasNothing(input.act, seen);
    return isNothing ? undefined : refused('never', model);
  }
  switch (input.act) {
    case 'pay': {
      const amount = amountOf(seen, input.amount);
      const why = notTaken(model, amount);
      if (why) return refusedNote(why, model, seen);
      return paidBy(model, by, amount, { counter: [...counter, { state: 'APPROVED', amount }] });
    }
    case 'take-back-payment':
      return takeBack(by, model, seen);
    case 'decide refund':
    case 'pay refund':
      return refund(input, by, model, seen);
    default:
      return atBank(input, by, model, seen);
  }
}

function hasNothing(act: MoneyInput['act'], { money }: Model): boolean {
  if (act === 'take-back-payment') return money.counter.length === 0;
  if (act === 'decide refund' || act === 'pay refund') return money.refunds.length === 0;
  return money.bank.length === 0;
}

/** What the books have of the application, by account. */
export function bookedOf({ money }: Model): Record<string, number> {
  const { total, vat, paid, isWithdrawn } = money;
  const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
  const isOut = ({ state }: { state: RefundState }) => state === 'PAID_OUT';
  const isBilled = paid > 0 && !isWithdrawn;
  const sums = {
    '1000': sum(money.counter.filter(({ state }) => state === 'APPROVED')),
    '1020': sum(money.bank.filter(({ state }) => state === 'APPROVED')),
    '1030': -sum(money.refunds.filter(isOut)),
    '1110': isBilled ? total - paid : 0,
    '2100': isBilled ? -vat : 0,
    '2210': -sum(money.refunds.filter((refunded) => !isOut(refunded))),
    '4100': isBilled ? vat - total : 0,
  };
  return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0));
}
