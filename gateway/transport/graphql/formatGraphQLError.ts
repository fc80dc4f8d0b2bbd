import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { mayAnalyse } from '../../../schema/roles.ts'
import type { Principal } from '../../kit/Principal.ts'
import { publicError } from '../../kit/publicError.ts'
import { mayReadLimits, OverLimit } from './OverLimit.ts'

/** Characters of a complaint: some repeat the whole value that they are about, once for each thing that is wrong with it. */
const MOST_TOLD = 1_000

/**
 * A GraphQL error as clients see it: the message of an expected failure, the complaint about a faulty document or variable,
 * or the words of INTERNAL_SERVER_ERROR. Always with a code of the closed set and the request's id. What a limit is, and what to narrow,
 * is in it for those who may read it; suggestions, for those who may read the schema.
 */
export function formatGraphQLError(error: GraphQLError, requestId: string, reader: Principal | null = null): GraphQLFormattedError {
  if (isDocumentFault(error)) {
    const { locations } = error
    const over = reader && mayReadLimits(reader) && error instanceof OverLimit ? error : null
    const complaint = shortened(error.message)
    return {
      message: over ? over.told : reader && mayAnalyse(reader.role) ? complaint : withoutSuggestion(complaint),
      ...(locations ? { locations } : {}),
      extensions: { code: 'BAD_USER_INPUT', requestId, ...(over ? { limit: over.limit } : {}) },
    }
  }
  const { code, message, fieldErrors } = publicError(error.originalError)
  const { path } = error
  return { message, ...(path ? { path } : {}), extensions: { code, requestId, ...(fieldErrors ? { fieldErrors } : {}) } }
}

/** Whether the client is not at fault, so that the cause belongs in the log. */
export function isInternal(error: GraphQLError): boolean {
  return !isDocumentFault(error) && publicError(error.originalError).code === 'INTERNAL_SERVER_ERROR'
}

/** Parsing, validation and variables fail before any field is resolved (no path), and only because of the document. */
function isDocumentFault(error: GraphQLError): boolean {
  const { originalError } = error
  return error.path === undefined && (originalError === undefined || originalError instanceof GraphQLError)
}

function shortened(message: string): string {
  return message.length > MOST_TOLD ? `${message.slice(0, MOST_TOLD)}…` : message
}

/** Suggestions would reveal the schema to those who may not read it. */
function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean .+\?/g, '')
}
