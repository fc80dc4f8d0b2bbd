import { askGateway } from '../../lib/session/askGateway.ts'
import type { TypedDocumentString } from '../../lib/session/generated/graphql.ts'

/** `text` is for the user. `passing`: the refusal is transient, so the same request may succeed later. */
export type AuthAnswer<Data = unknown> =
  { readonly success: true; readonly data: Data } | { readonly success: false; readonly text: string; readonly passing: boolean }

/** Calls an operation of sessions. Never rejects; `failure` is the message when the server refuses without one. */
export async function callAuth<Data extends object, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  failure: string,
): Promise<AuthAnswer<Data[keyof Data]>> {
  const answer = await askGateway(document, variables).catch(() => null)
  if (!answer) return { success: false, text: 'Network error. Please try again.', passing: true }
  if (answer.success) return answer
  return { success: false, text: answer.error ?? failure, passing: answer.status === 429 || answer.status >= 500 }
}
