import { callApi } from '../../lib/session/callApi.ts'

/** `text` is for the user. `passing`: the refusal says nothing about what was sent, so the same request may work later. */
export type AuthAnswer =
  { readonly success: true; readonly data: unknown } | { readonly success: false; readonly text: string; readonly passing: boolean }

/** POSTs to a path under `/api`. Never rejects; `failure` is what to say when the server refuses without a word. */
export async function callAuth(path: `/auth/${string}`, body: Readonly<Record<string, string>>, failure: string): Promise<AuthAnswer> {
  const answer = await callApi('POST', path, { body }).catch(() => null)
  if (!answer) return { success: false, text: 'Network error. Please try again.', passing: true }
  if (answer.success) return answer
  return { success: false, text: answer.error ?? failure, passing: answer.status === 429 || answer.status >= 500 }
}
