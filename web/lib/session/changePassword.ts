import { askGateway, type GatewayAnswer } from './askGateway.ts'
import { ChangePasswordDocument } from './generated/graphql.ts'
import type { ChangePasswordInput } from './generated/graphql.ts'
import { holdTokens } from './holdTokens.ts'
import { refreshSession } from './refreshSession.ts'
import { tokenStorage } from './tokenStorage.ts'

/**
 * Changes the user's password. It ends every session and begins a new one, whose tokens are stored before anything else in this browser can
 * find the old ones refused. Rejects without an answer.
 */
export async function changePassword(passwords: ChangePasswordInput): Promise<GatewayAnswer<unknown>> {
  const used = tokenStorage.access()
  const answer = await holdTokens(() => send(passwords))
  if (answer.success || answer.status !== 401 || (await refreshSession(used)) !== 'refreshed') return answer
  return holdTokens(() => send(passwords))
}

async function send(input: ChangePasswordInput): Promise<GatewayAnswer<unknown>> {
  const answer = await askGateway(ChangePasswordDocument, { input }, { token: tokenStorage.access() ?? '' })
  if (answer.success) tokenStorage.store(answer.data)
  return answer
}
