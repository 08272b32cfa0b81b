/** Who shows a record is told when a call was refused because of what the record is by now. */
import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { type ChangeSignal, onChangeSignal, signalChange, signalRefusal } from './change-signals.ts';

const refused = (status: number, code: string): ChangeSignal[] => {
  const told: ChangeSignal[] = [];
  const end = onChangeSignal((what) => told.push(what));
  signalRefusal(new CallError(status, { code }));
  end();
  return told;
};

test('another version, or a step that is over: what is on the screen is asked again, and a dialog about it looks at it again', () => {
  for (const code of ['common.stale_version', 'work-orders.wrong_state', 'leaks.over'])
    expect(refused(409, code)).toEqual(['changed', 'outdated']);
});

test('any other conflict, or a record that is gone, is a matter of the dialog alone', () => {
  expect(refused(409, 'payments.alarm_taken')).toEqual(['refused']);
  expect(refused(404, 'common.not_found')).toEqual(['refused']);
});

test('what was typed wrongly, and a server that is away, say nothing of the record', () => {
  expect(refused(422, 'common.invalid_input')).toEqual([]);
  expect([...refused(0, 'common.offline'), ...refused(500, 'common.unexpected')]).toEqual([]);
  expect(() => signalRefusal(new Error('broken'))).not.toThrow();
});

test('who has stopped listening hears nothing more', async () => {
  const told: ChangeSignal[] = [];
  const end = onChangeSignal((what) => told.push(what));
  await signalChange('changed');
  end();
  await signalChange('changed');
  expect(told).toEqual(['changed']);
});
