import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { describeError } from '../../gql/describeError.ts'

/** What is said when the server has no words for it: that it refused, or that it did not answer. */
const TEXTS = {
  check: { refused: BROKER_MESSAGES.statusFailed, unanswered: BROKER_MESSAGES.unreachable },
  refresh: { refused: BROKER_MESSAGES.refreshFailed, unanswered: BROKER_MESSAGES.refreshUnreachable },
  autoRefresh: { refused: BROKER_MESSAGES.autoRefreshFailed, unanswered: BROKER_MESSAGES.unreachable },
} as const

/** Why the status of the account at the broker, or new tokens of it, did not come, in words for the user: the server's own first. */
export function brokerFailure(asked: keyof typeof TEXTS, error: unknown): string {
  if (ServerParseError.is(error) || (ServerError.is(error) && error.response.ok)) return BROKER_MESSAGES.statusMalformed
  const { refused, unanswered } = TEXTS[asked]
  return CombinedGraphQLErrors.is(error) || ServerError.is(error) ? describeError(error, refused).message : unanswered
}
