import { askGateway } from '../../lib/session/askGateway.ts'
import { VerifyEmailDocument } from '../../lib/session/generated/graphql.ts'
import { refreshSession } from '../../lib/session/refreshSession.ts'
import { tokenStorage } from '../../lib/session/tokenStorage.ts'

/**
 * `text` is for the user. `locked`: it needs the account's password, because nobody is signed in to it here. `passing`: the same may
 * succeed later.
 */
export type Confirmation =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'locked'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string; readonly passing: boolean }

/** Confirms an e-mail address by the token of a mailed link, in the session of this browser or by the account's password. Never rejects. */
export async function confirmAddress(token: string, password?: string): Promise<Confirmation> {
  const used = tokenStorage.access()
  let answer = await ask(token, password)
  // An expired session is renewed, or has ended and the caller counts as signed out.
  if (answer && !answer.success && answer.status === 401 && (await refreshSession(used)) !== 'unreachable')
    answer = await ask(token, password)
  if (!answer) return { kind: 'refused', text: 'Network error. Please try again.', passing: true }
  if (answer.success) return { kind: 'confirmed' }
  const text = answer.error ?? 'The address could not be confirmed.'
  if (answer.status === 403) return { kind: 'locked', text }
  return { kind: 'refused', text, passing: answer.status === 401 || answer.status === 429 || answer.status >= 500 }
}

function ask(token: string, password: string | undefined) {
  const variables = { token, ...(password === undefined ? {} : { password }) }
  return askGateway(VerifyEmailDocument, variables, { token: tokenStorage.access() ?? undefined }).catch(() => null)
}
