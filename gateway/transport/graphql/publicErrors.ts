import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { publicError } from '../../kit/publicError.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import { formatGraphQLError, isInternal } from './formatGraphQLError.ts'

interface PublicErrors {
  readonly formatted: GraphQLFormattedError[]
  /** When to retry the request; null: a retry makes no difference. */
  readonly retryAfterSeconds: number | null
}

/** The errors of an answer as clients see them. Logs those that are not the client's fault. */
export function publicErrors(
  errors: readonly GraphQLError[],
  { log, requestId, known }: Pick<HttpContext, 'log' | 'requestId' | 'known'>,
): PublicErrors {
  for (const error of errors) if (isInternal(error)) log.error({ err: error.originalError ?? error }, 'a resolver failed')
  const waits = errors.flatMap(({ originalError }) => publicError(originalError).retryAfterSeconds ?? [])
  return {
    formatted: errors.map((error) => formatGraphQLError(error, requestId, known)),
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : null,
  }
}
