/** The completion with what the store has, for the page of the repair: its code comes after the page, before it is needed. */
import { WithStock } from '../record/cost-dialogs.tsx';
import { CompleteForm, type CompleteFormProps } from './complete-form.tsx';

export function WorkForm(props: Omit<CompleteFormProps, 'stock'>) {
  return <WithStock>{(stock) => <CompleteForm {...props} stock={stock} />}</WithStock>;
}
