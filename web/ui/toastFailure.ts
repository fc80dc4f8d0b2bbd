import { CombinedGraphQLErrors } from '@apollo/client'
import { toast } from 'sonner'
import { describeError } from '../gql/describeError.ts'

/** Says that something did not work: in the server's words when it gave some, else in the screen's own with the reason below. */
export function toastFailure(text: string, error: unknown): void {
  const { message } = describeError(error, 'Something went wrong. Please try again.')
  if (CombinedGraphQLErrors.is(error)) toast.error(message)
  else toast.error(text, { description: message })
}
