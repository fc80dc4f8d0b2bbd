import { CombinedGraphQLErrors } from '@apollo/client'
import { describeError } from '../gql/describeError.ts'
import { toast } from './toast.ts'

/**
 * Says that something did not work: in the server's words when it gave some, else in the screen's own with the reason below. `wordless`: the
 * screen's words for a refusal without any.
 */
export function toastFailure(text: string, error: unknown, wordless = 'Something went wrong. Please try again.'): void {
  const { message } = describeError(error, wordless)
  if (CombinedGraphQLErrors.is(error)) toast.error(message)
  else toast.error(text, { description: message })
}
