import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { describeError } from '../../gql/describeError.ts'
import { toastFailure } from '../toastFailure.ts'

/** Says that a form could not be sent (toastFailure), and at its fields what the server finds wrong with them. Fields are named as in the API. */
export function showFailure<Values extends FieldValues, Read>(
  form: UseFormReturn<Values, unknown, Read>,
  text: string,
  failure: unknown,
): void {
  const fields = form.getValues()
  // What no field shows must not be kept as an error: it would stand in the way of the next attempt.
  const isField = (name: string): name is FieldPath<Values> => get(fields, name) !== undefined
  for (const [name, message] of Object.entries(describeError(failure).fieldErrors)) if (isField(name)) form.setError(name, { message })
  toastFailure(text, failure)
}
