import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { describeError } from '../../gql/describeError.ts'
import { toastFailure } from '../toastFailure.ts'

/** Says that a form could not be sent (toastFailure), and at its fields what the server finds wrong with them. Fields are named as in the API. */
export function showFailure<Values extends FieldValues, Read>(
  form: UseFormReturn<Values, unknown, Read>,
  text: string,
  failure: unknown,
  wordless?: string,
): void {
  const fields = form.getValues()
  // What no field shows must not be kept as an error: it would stand in the way of the next attempt.
  const isField = (name: string): name is FieldPath<Values> => get(fields, name) !== undefined
  const mistakes = new Map<string, string>()
  for (const [path, message] of Object.entries(describeError(failure).fieldErrors)) {
    // What is wrong with an entry of a list stands at the list.
    const name = path.replace(/\.\d+$/, '')
    if (!mistakes.has(name)) mistakes.set(name, message)
  }
  for (const [name, message] of mistakes) if (isField(name)) form.setError(name, { message })
  toastFailure(text, failure, wordless)
}
