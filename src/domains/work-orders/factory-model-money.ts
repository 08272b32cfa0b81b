/**
 * Money for a work order, once more and in another way than the program: the charge is paid at the counter or through the bank, taken
 * back, or owed back and refunded. The random commands are judged by it.
 */
import type { Outcome } from '#test/random-commands/walk-randomly.ts';
import type { Model, Money, RefundState, State, Who } from './factory-model-types.ts';

export type MoneyInput =
  | { act: 'pay'; amount: 'whole' | 'less' | 'more' }
  | { act: 'begin' | 'open' | 'ask the bank' | 'give up' }
  | { act: 'take-back'; of: 'counter' | 'bank' }
  | { act: 'withdraw-paid' }
  | { act: 'decide refund'; accept: boolean }
  | { act: 'pay refund' }
  | { act: 'the bank takes it' | 'the bank refuses it' };
export type MoneyAct = MoneyInput['act'];

export const noMoney: Money = { bank: [], counter: [], refunds: [] };

const HEADS: Who[] = ['engineer', 'admin'];
const BY: Partial<Record<MoneyAct, Who[]>> = {
  pay: ['cashier', 'admin'],
  begin: ['household', 'neighbour', 'admin'],
  open: ['household', 'neighbour', 'admin'],
  'ask the bank': ['clerk', 'cashier', 'household', 'neighbour', 'admin'],
  'give up': ['household', 'neighbour', 'admin'],
  'take-back': ['clerk', 'admin'],
  'withdraw-paid': HEADS,
  'decide refund': ['clerk', 'admin'],
  'pay refund': ['clerk', 'cashier', 'admin'],
};

/** Who may take the steps that are on the page of the order; the household pays through the bank. */
const BUTTONS = {
  pay: ['cashier', 'admin', 'household'],
  'take-back': ['clerk', 'admin'],
  'withdraw-paid': HEADS,
} satisfies Record<string, Who[]>;
type MoneyStep = keyof typeof BUTTONS;
const FROM: Record<MoneyStep, State[]> = {
  pay: ['ON_REVIEW'],
  'take-back': ['ON_REVIEW', 'ACCEPTED'],
  'withdraw-paid': ['ON_REVIEW', 'ACCEPTED', 'RE_OPEN', 'ASSIGNED'],
};
export const MONEY_STEPS = Object.keys(BUTTONS) as MoneyStep[];

/** 15 % of demand notes, half up. */
export const vatOf = (estimate: number): number => Math.floor((estimate * 15 * 2 + 100) / 200);
export const isSettled = ({ charge, paid, waivedBy }: Model) =>
  charge === null || paid === charge || waivedBy !== null;
const dueOf = ({ charge, paid }: Model) => (charge ?? 0) - paid;
/** What somebody pays who has seen the order so. */
export const amountOf = (seen: Model, amount: 'whole' | 'less' | 'more'): number =>
  (dueOf(seen) || 100) + { whole: 0, less: -1, more: 1 }[amount];

/** What the page of this person says about a step with money. */
export function moneyButton(act: MoneyStep, by: Who, model: Model): 'yes' | 'no' {
  const allowed = BUTTONS[act] as Who[];
  if (!allowed.includes(by) || !FROM[act].includes(model.state)) return 'no';
  if (act === 'pay') return isSettled(model) ? 'no' : 'yes';
  return model.paid > 0 && !(act === 'take-back' && model.isStarted) ? 'yes' : 'no';
}

type Result = Outcome<Model> | undefined;
const refused = (code: string, model: Model): Outcome<Model> => ({ code, model });
const kept = (model: Model, change: Partial<Money> = {}): Outcome<Model> => ({
  code: undefined,
  model: { ...model, money: { ...model.money, ...change } },
});
const at = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((item, position) => (position === index ? { ...item, ...change } : item));

/** A step of the order itself, with its line in what happened and in the log. */
function step(
  model: Model,
  { act, by, remark = null }: { act: string; by: Who; remark?: string | null },
  change: Partial<Model>,
): Outcome<Model> {
  const state = change.state ?? model.state;
  return {
    code: undefined,
    model: {
      ...{ ...model, ...change, state, version: model.version + 1 },
      timeline: [...model.timeline, [act, model.state, state, true, remark]],
      log: [...model.log, [act, by]],
    },
  };
}

/** Why the order does not take this sum now. */
function notTaken(model: Model, amount: number): string | undefined {
  if (model.state !== 'ON_REVIEW') return 'work-orders.wrong_state';
  if (isSettled(model)) return 'work-orders.nothing_due';
  return amount === dueOf(model) ? undefined : 'work-orders.charge_whole';
}
const paidBy = (model: Model, by: Who, money: Money) =>
  step(model, { act: 'pay', by }, { paid: Number(model.charge), money });

/** The bank has decided, and somebody asks it. */
function asked(model: Model, by: Who, index: number): Outcome<Model> {
  const { bank, refunds } = model.money;
  const last = bank[index];
  if (!last?.hasOrder || !last.decided) return kept(model);
  if (last.decided === 'DECLINED') {
    if (last.state !== 'PROCESSING') return kept(model);
    return kept(model, { bank: at(bank, index, { state: 'DECLINED' }) });
  }
  if (last.state !== 'PROCESSING' && last.state !== 'CANCELED') return kept(model);
  if (!notTaken(model, last.amount))
    return paidBy(model, by, { ...model.money, bank: at(bank, index, { state: 'APPROVED' }) });
  // Money that came is never refused: it is owed back.
  const owed = { state: 'REQUESTED' as const, amount: last.amount, asker: null, decider: null };
  const approved = at(bank, index, { state: 'APPROVED', isOwed: true });
  return kept(model, { bank: approved, refunds: [...refunds, owed] });
}

function atBank(act: MoneyAct, by: Who, model: Model, seen: Model): Result {
  const { bank } = model.money;
  if (act === 'begin') {
    if (by === 'neighbour') return refused('common.not_found', model);
    const amount = amountOf(seen, 'whole');
    const why = notTaken(model, amount);
    if (why) return refused(why, model);
    if (bank.some(({ state }) => state === 'PROCESSING')) return refused('payments.other_running', model);
    // What began and never reached the bank gives way.
    const older = bank.map((payment) =>
      payment.state === 'CREATED' ? { ...payment, state: 'EXPIRED' as const } : payment,
    );
    const created = { state: 'CREATED' as const, amount, isOwed: false, hasOrder: false, decided: null };
    return kept(model, { bank: [...older, created] });
  }
  // The last one that the person had seen.
  const index = seen.money.bank.length - 1;
  const last = bank[index];
  if (!last) return undefined;
  if (by === 'neighbour') return refused('common.not_found', model);
  if (act === 'open') {
    if (last.state !== 'CREATED') return kept(model);
    if (notTaken(model, last.amount)) return refused('payments.not_due', model);
    return kept(model, { bank: at(bank, index, { state: 'PROCESSING', hasOrder: true }) });
  }
  if (act === 'ask the bank') return asked(model, by, index);
  if (last.state !== 'CREATED' && last.state !== 'PROCESSING') return kept(model);
  // Given up: the bank is asked first, and what it has decided counts.
  const { code, model: now } = asked(model, by, index);
  const { state } = now.money.bank[index] ?? last;
  if (state !== 'CREATED' && state !== 'PROCESSING') return { code, model: now };
  return kept(now, { bank: at(now.money.bank, index, { state: 'CANCELED' }) });
}

function takeBack(of: 'counter' | 'bank', by: Who, model: Model, seen: Model): Result {
  const { counter } = model.money;
  const index = seen.money.counter.length - 1;
  const last = counter[index];
  if (of === 'bank')
    return seen.money.bank.length > 0 ? refused('payments.not_reversible', model) : undefined;
  if (!last) return undefined;
  if (last.state === 'REVERSED') return refused('payments.not_reversible', model);
  if (!FROM['take-back'].includes(model.state)) return refused('work-orders.wrong_state', model);
  if (model.isStarted) return refused('work-orders.work_started', model);
  const money = { ...model.money, counter: at(counter, index, { state: 'REVERSED' }) };
  const remark = 'take-back: because';
  return step(model, { act: 'take-back', by, remark }, { state: 'ON_REVIEW', paid: 0, money });
}

/** Who asked, who decides and who pays out are three people. */
function refund(input: MoneyInput, by: Who, model: Model, seen: Model): Result {
  const { refunds } = model.money;
  const index = seen.money.refunds.length - 1;
  const last = refunds[index];
  if (!last) return undefined;
  if (input.act === 'decide refund') {
    if (last.state !== 'REQUESTED') return refused('payments.refund_decided', model);
    if (last.asker === by) return refused('payments.refund_asker', model);
    const state = input.accept ? 'APPROVED' : 'REFUSED';
    return kept(model, { refunds: at(refunds, index, { state, decider: by }) });
  }
  if (last.state !== 'APPROVED') return refused('payments.refund_not_approved', model);
  if (last.decider === by) return refused('payments.refund_approver', model);
  if (last.asker === by) return refused('payments.refund_own', model);
  return kept(model, { refunds: at(refunds, index, { state: 'PAID_OUT' }) });
}

/** The code of the refusal, and the order after it; undefined: nothing that anybody could try now. */
export function moneyAfter(
  input: MoneyInput,
  by: Who,
  model: Model,
  { isStale, seen }: { isStale: boolean; seen: Model },
): Result {
  const { bank } = model.money;
  const last = bank.at(-1);
  if (input.act === 'the bank takes it' || input.act === 'the bank refuses it') {
    const isOpen = last?.hasOrder && !last.decided && ['PROCESSING', 'CANCELED'].includes(last.state);
    const decided = input.act === 'the bank takes it' ? 'APPROVED' : 'DECLINED';
    return by === 'admin' && isOpen
      ? kept(model, { bank: at(bank, bank.length - 1, { decided }) })
      : undefined;
  }
  if (!BY[input.act]?.includes(by)) return refused('common.not_permitted', model);
  switch (input.act) {
    case 'pay': {
      const amount = amountOf(seen, input.amount);
      const why = notTaken(model, amount);
      if (why) return refused(why, model);
      const counter = [...model.money.counter, { state: 'APPROVED' as const, amount }];
      return paidBy(model, by, { ...model.money, counter });
    }
    case 'take-back':
      return takeBack(input.of, by, model, seen);
    case 'withdraw-paid': {
      if (isStale) return refused('common.stale_version', model);
      if (!FROM['withdraw-paid'].includes(model.state)) return refused('work-orders.wrong_state', model);
      if (model.paid === 0) return refused('work-orders.nothing_paid', model);
      const remark = 'withdraw-paid: because';
      const owed = { state: 'REQUESTED' as const, amount: model.paid, asker: by, decider: null };
      const money = { ...model.money, refunds: [...model.money.refunds, owed] };
      return step(
        model,
        { act: 'withdraw-paid', by, remark },
        { state: 'CANCELLED', paid: 0, remark, money, isPaused: false, holdEnds: false },
      );
    }
    case 'decide refund':
    case 'pay refund':
      return refund(input, by, model, seen);
    default:
      return atBank(input.act, by, model, seen);
  }
}

/** What the books have of the order, by account. */
export function bookedOf({ charge, estimate, paid, money }: Model): Record<string, number> {
  const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
  const vat = paid > 0 ? Number(charge) - Number(estimate) : 0;
  const isOut = ({ state }: { state: RefundState }) => state === 'PAID_OUT';
  const sums = {
    '1000': sum(money.counter.filter(({ state }) => state === 'APPROVED')),
    '1020': sum(money.bank.filter(({ state }) => state === 'APPROVED')),
    '1030': -sum(money.refunds.filter(isOut)),
    '2100': -vat,
    '2210': -sum(money.refunds.filter((refunded) => !isOut(refunded))),
    '4110': vat - paid,
  };
  return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0));
}
