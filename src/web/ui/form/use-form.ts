/**
 * A form of an endpoint: its values, checked by the contract's own input schema; its submit, with the server's
 * field errors on the fields they belong to.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import type { FieldError } from '#shared/errors.ts';
import type { CallOptions } from '../../calls/call.ts';
import { CallError, isTransient } from '../../calls/call-error.ts';
import { signalRefusal } from '../../calls/change-signals.ts';
import { useIntent } from '../../calls/use-action.ts';
import type { Guarded } from '../dialog-guard.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { type Answers, answersAbout } from './answers.ts';
import { type Conflict, type ConflictField, meet, sideOf, withSide } from './conflict/conflict.rules.ts';
import { check, valueAt, withValue } from './issues.ts';
import {
  afterAsking,
  afterChange,
  afterCheck,
  afterLeave,
  type Problem,
  refusedBy,
} from './problems/problems.ts';
import { useVersion } from './use-version.ts';

/** Dotted names of the fields of T: `applicant.name`, `items.0.quantity`. */
export type FieldName<T> = T extends readonly (infer Item)[]
  ? `${number}` | `${number}.${FieldName<Item>}`
  : T extends object
    ? { [K in keyof T & string]: K | `${K}.${FieldName<NonNullable<T[K]>>}` }[keyof T & string]
    : never;

/** Values while they are typed: every field may be blank. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { [K in keyof T]?: Draft<T[K]> | '' | null | undefined }
    : T | '' | null | undefined;

/** What the field components need of a form. */
export type FormFields<Name extends string> = {
  id: string;
  /** A field tells what it is called and how it writes a value. */
  describe?: (name: Name, field: FieldWords) => void;
  valueOf: (name: Name) => unknown;
  change: (name: Name, value: unknown) => void;
  /** Checks one field when it is left. */
  leave: (name: Name) => void;
  problemOf: (name: Name) => FieldError | undefined;
  /** What is read with a field in the place of its help; `help` is what it would be. */
  helpOf?: (name: Name, help: ReactNode) => ReactNode;
  /** The field in which a dialog begins. */
  beginsIn?: string;
};

/** What a field is called, and how it writes a value. */
export type FieldWords = { label: ReactNode; write: (value: unknown) => ReactNode };

/** The words of the fields, what is in them, and what was there at first: what a person typed is read from it. */
export type Typed = {
  words: readonly [name: string, field: FieldWords][];
  valueIn: (name: string) => unknown;
  initial: unknown;
};

/** Somebody else changed the record: both values of each field, and the choice between them. */
export type FormConflict = {
  fields: readonly (ConflictField & { side: 'mine' | 'theirs' | null; words: FieldWords | undefined })[];
  choose: (side: 'mine' | 'theirs', field?: ConflictField) => void;
};

type Ask<V> = (name: FieldName<V>, value: unknown) => Promise<string | undefined>;

export type Form<V> = FormFields<FieldName<V> & string> & {
  values: Draft<V>;
  setValues: (values: Draft<V>) => void;
  problems: readonly FieldError[];
  /** What the last submit found and is still wrong. */
  summary: readonly FieldError[];
  /** An error that belongs to no field. */
  refusal: CallError | null;
  conflict: FormConflict | null;
  isRunning: boolean;
  isChanged: boolean;
  guarded: Guarded;
  submit: () => Promise<void>;
  /** Shows what another call with these values was refused for, beside what is shown already. `names`: how that call names a field. */
  refuse: (error: unknown, names?: Record<string, FieldName<V> & string>) => void;
  /** For who cannot send it any more (over-note.tsx). */
  typed: () => Typed;
  /** Somebody else changed the record, as another call than this form's told: what both have is shown. Gives what the form shows then. */
  meet: (sides: { base: unknown; theirs: unknown }, version: number) => Draft<V>;
  /** The same form, which asks the server when a field is left (is this number free?) and shows the code it gives. */
  asking: (ask: Ask<V>) => Form<V>;
  /** Checks the fields whose names begin so, as a wizard's step does; true if they are good. */
  checkPart: (beginnings: readonly string[]) => Promise<boolean>;
};

type FormOptions<E extends Endpoint> = {
  initial: Draft<z.input<E['body']>>;
  /** Path and query of the call. */
  input?: Omit<EndpointInput<E>, 'body'>;
  /**
   * Of the record that is changed, for an endpoint that takes one: a newer one begins the form again as long as nothing was
   * typed; if something was, saving shows what both changed.
   */
  version?: number | undefined;
  /** The fields within the answer of a call that is refused for its version, if they are not at its top. */
  readNow?: (now: unknown) => unknown;
  /** Lists whose order means nothing: a conflict shows each of their words. */
  sets?: readonly string[];
  /** Fields of a conflict that no field component describes. */
  describes?: (field: ConflictField) => FieldWords | undefined;
  /** Sent along with what was typed (an id; the version that a step is for). */
  extra?: Partial<z.input<E['body']>>;
  files?: CallOptions['files'];
  /** Sends it in another way than at once: a phone keeps it until it has a network. */
  sendBy?: (input: EndpointInput<E>) => Promise<EndpointAnswer<E> | undefined>;
  /** What is wrong beside the fields that the schema checks: it is shown at its place, and nothing is asked or sent. */
  finds?: () => readonly FieldError[];
  /** Fields that answer a question of the server about others: when one of those changes, the answer is gone, and the question with it. */
  answers?: Answers;
  /** Asked before sending; false stops (a confirm prompt). */
  before?: () => Promise<boolean>;
  /** With the answer and what was sent; without an answer if `sendBy` keeps it. */
  onDone?: (answer: EndpointAnswer<E>, sent: z.input<E['body']>) => unknown;
  /** Why nothing is lost when this form is left with changes: nobody is asked then. */
  noGuard?: string;
  /** `onDone` leaves the page: what it shows is not asked again. */
  leaves?: boolean;
};

/**
 * @param endpoint of the contract; the sign-in screens give a loader, so that its schema is fetched with the first
 *   key and not before the screen shows
 */
export function useForm<E extends Endpoint>(
  endpoint: E | (() => Promise<E>),
  options: FormOptions<E>,
): Form<z.input<E['body']>> {
  type V = z.input<E['body']>;
  const id = useId();
  const [values, setValues] = useState<Draft<V>>(options.initial);
  const [initial] = useState(options.initial);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [summary, setSummary] = useState<readonly Problem[]>([]);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const send = useIntent(options.leaves ? 'old' : 'changed');
  const record = useVersion(options.version);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const words = useRef(new Map<string, FieldWords>());
  const latest = useRef(values);
  latest.current = values;
  /** Set before `onDone` leaves the page: the render that takes the guard away comes only after it. */
  const saved = useRef(false);
  /** What was sent and may have been done: no answer came. Sent again as it was, also if the page knows more by now. */
  const unsure = useRef<{ typed: string; data: unknown }>(undefined);
  /** What had the focus when the form was sent. */
  const sentFrom = useRef<Element>(null);
  const isGuarded = isChanged && !options.noGuard;
  useUnsavedGuard(id, isGuarded, saved);
  const begin = () => {
    setValues(options.initial);
    tell([]);
    setRefusal(null);
    setConflict(null);
  };
  record.useNewer(!isChanged, begin);
  // Only a submit shows the summary and moves the focus to it; a field that is left shows its own error.
  useEffect(() => {
    const now = document.activeElement;
    // Who types in another field by now goes on there: the summary is an alert, and is read out.
    if (sentFrom.current && now !== sentFrom.current && now?.matches('input,textarea')) return;
    if (summary.length > 0 || refusal || conflict) document.getElementById(`${id}-summary`)?.focus();
  }, [id, summary, refusal, conflict]);

  const load = async () => (typeof endpoint === 'function' ? endpoint() : endpoint);
  const checked = async () => {
    const { body } = await load();
    return check(body, { ...(latest.current as object), ...options.extra, ...record.sent() });
  };
  const tell = (found: readonly Problem[]) => {
    setProblems(found);
    setSummary(found);
  };
  /** True if the refusal shows what the record is now. */
  const meetOther = async (error: unknown): Promise<boolean> => {
    const version = valueAt((error as Partial<CallError>)?.now, 'version');
    if (!(error instanceof CallError) || options.version === undefined || typeof version !== 'number')
      return false;
    const theirs = options.readNow ? options.readNow(error.now) : error.now;
    const sides = { base: record.base() ?? options.initial, mine: latest.current, theirs };
    const met = meet({ ...sides, ...(options.sets ? { sets: options.sets } : {}) }, version);
    record.met(version, sides.base);
    if (met.isApart) {
      await submit();
      return true;
    }
    setValues(met.values as Draft<V>);
    setIsChanged(true);
    setConflict(met.conflict);
    return true;
  };
  const refuse: Form<V>['refuse'] = (error, names = {}) => {
    const fields = error instanceof CallError ? refusedBy(error.fields, names) : [];
    setProblems((current) => [
      ...fields.reduce((left, { path }) => afterChange(left, path), current),
      ...fields,
    ]);
    setSummary(fields);
    setRefusal(fields.length > 0 ? null : error instanceof CallError ? error : new CallError(500));
  };
  const submit = async () => {
    setRefusal(null);
    setIsRunning(true);
    sentFrom.current = document.activeElement;
    try {
      const { data: now, problems: found } = await checked();
      const typed = JSON.stringify(latest.current);
      const data = unsure.current?.typed === typed ? unsure.current.data : now;
      const own = options.finds?.() ?? [];
      tell([...found, ...own]);
      // Nothing else is wrong: it is told at its place alone.
      if (found.length === 0 && own.length === 1) {
        setSummary([]);
        // The field may be shown only now, because of its problem.
        requestAnimationFrame(() => document.getElementById(`${id}-${own[0]?.path}`)?.focus());
      }
      if (found.length + own.length > 0 || (options.before && !(await options.before()))) return;
      const input = { ...options.input, body: data } as EndpointInput<E>;
      if (options.sendBy) {
        const sent = await options.sendBy(input);
        setConflict(null);
        if (sent !== undefined) await options.onDone?.(sent, data as V);
        return;
      }
      unsure.current = { typed, data };
      const answer = await send(await load(), input, options.files);
      unsure.current = undefined;
      // What was typed while it was sent is not saved by it.
      setIsChanged(JSON.stringify(latest.current) !== typed);
      setConflict(null);
      record.saved(answer);
      saved.current = true;
      await options.onDone?.(answer, data as V);
    } catch (error) {
      if (!isTransient(error)) unsure.current = undefined;
      if (await meetOther(error)) return;
      // The page behind shows what it is now; the next try is for that.
      signalRefusal(error);
      tell([]);
      refuse(error);
    } finally {
      setIsRunning(false);
    }
  };
  const form: Form<V> = {
    id,
    values,
    setValues,
    problems,
    summary: summary.filter((problem) => problems.includes(problem)),
    refusal,
    conflict: conflict && {
      fields: conflict.fields.map((field) => ({
        ...field,
        side: sideOf(values, field),
        words: options.describes?.(field) ?? words.current.get(field.path),
      })),
      choose(side, field) {
        const chosen = field ? [field] : conflict.fields;
        setValues(
          (current) =>
            chosen.reduce<unknown>(
              (kept, chosenField) => withSide(kept, chosenField, side),
              current,
            ) as Draft<V>,
        );
        for (const { path } of chosen) setProblems((current) => afterChange(current, path));
      },
    },
    isRunning,
    isChanged,
    describe: (name, field) => void words.current.set(name, field),
    guarded: {
      isChanged: isGuarded,
      letGo() {
        saved.current = true;
      },
    },
    valueOf: (name) => valueAt(values, name),
    change(name, value) {
      if (!isChanged) record.begin(values);
      const lost = answersAbout(options.answers ?? {}, name);
      const withLost = (current: Draft<V>) =>
        lost.reduce<unknown>((left, answer) => withValue(left, answer, valueAt(initial, answer)), current);
      setValues((current) => withValue(withLost(current), name, value) as Draft<V>);
      setProblems((current) => [name, ...lost].reduce(afterChange, current));
      setIsChanged(true);
      saved.current = false;
      if (!isChanged) void load();
    },
    leave(name) {
      // A field that was only passed through is not yet wrong.
      const value = valueAt(latest.current, name);
      if (value === undefined || value === '' || value === null) return;
      void checked().then(({ problems: found }) => {
        // The schema may come after the next key: what is typed by then is checked when the field is left again.
        if (valueAt(latest.current, name) !== value) return;
        setProblems((current) => afterLeave(current, name, found));
      });
    },
    problemOf: (name) => problems.find((problem) => problem.path === name),
    submit,
    refuse,
    typed: () => ({ words: [...words.current], valueIn: (name) => valueAt(values, name), initial }),
    meet(sides, version) {
      const met = meet({ ...sides, mine: latest.current }, version);
      setValues(met.values as Draft<V>);
      setConflict(met.conflict.fields.length > 0 ? met.conflict : null);
      return met.values as Draft<V>;
    },
    async checkPart(beginnings) {
      const { problems: found } = await checked();
      const own = found.filter(({ path }) => beginnings.some((name) => path.startsWith(name)));
      setRefusal(null);
      setProblems((current) => afterCheck(current, own));
      setSummary(own);
      return own.length === 0;
    },
    asking: (ask) => ({
      ...form,
      leave(name) {
        form.leave(name);
        const value = valueAt(latest.current, name);
        if (!value) return;
        const tell = (code: string | undefined) => {
          if (!code || valueAt(latest.current, name) !== value) return;
          setProblems((current) => afterAsking(current, name, code));
        };
        // Not asking is no harm: saving is refused all the same.
        ask(name, value).then(tell, () => undefined);
      },
    }),
  };
  return form;
}
