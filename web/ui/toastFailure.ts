import { CombinedGraphQLErrors } from '@apollo/client'
import { describeError } from '../gql/describeError.ts'
import { toast } from './toast.ts'

/**
 * Says that something did not work: in the server's words when it gave some, else in the screen's own with the reason below. `wordless`: the
 * screen's words for a refusal without any. `about`: which thing it was, below the server's words.
 */
export function toastFailure(text: string, error: unknown, wordless = text, about?: string): void {
  const { message } = describeError(error, wordless)
  if (CombinedGraphQLErrors.is(error)) toast.error(message, ...(about === undefined ? [] : [{ description: about }]))
  else toast.error(text, { description: message })
}
