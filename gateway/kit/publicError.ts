import { databaseWasBusy } from '../../prisma/client.ts'
import { ReadTooLong } from '../../prisma/readUntil.ts'
import { databaseIsFull } from '../../schema/databaseIsFull.ts'
import { ERROR_STATUS, RetryLater, UserFacingError, type ErrorCode } from '../../schema/errors.ts'
import { readTookTooLong } from './readTookTooLong.ts'

const RETRY_SECONDS = 5
/** A disk is not made larger within seconds. */
const FULL_SECONDS = 60

/** What a client may learn of a failure. */
export interface PublicError {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly fieldErrors?: Readonly<Record<string, string>>
  /** The answer's Retry-After. */
  readonly retryAfterSeconds?: number
}

/** Failures of the HTTP layer before any use case ran, by Fastify's code: plain words instead of its own. */
const HTTP_FAILURES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty, but a JSON body is expected.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON: send Content-Type: application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is larger than 100 kB.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not have the length its Content-Length says.',
}

/** Passes expected failures on and hides everything else as INTERNAL_SERVER_ERROR, whose cause stays in the log. */
export function publicError(failure: unknown): PublicError {
  const error = failure instanceof ReadTooLong ? readTookTooLong() : failure
  if (error instanceof UserFacingError) {
    const { code, message, fieldErrors } = error
    const when = error instanceof RetryLater ? { retryAfterSeconds: error.retryAfterSeconds } : {}
    return { code, message, status: ERROR_STATUS[code], ...(fieldErrors ? { fieldErrors } : {}), ...when }
  }
  if (databaseWasBusy(error)) {
    const message = `Sakha is very busy at the moment. Please try again in ${RETRY_SECONDS} seconds.`
    return { code: 'UNAVAILABLE', message, status: ERROR_STATUS.UNAVAILABLE, retryAfterSeconds: RETRY_SECONDS }
  }
  if (databaseIsFull(error)) {
    const message =
      'Nothing was changed: the database’s disk is full. Please tell the operator of Sakha. Open live positions keep their stops at the exchange.'
    return { code: 'UNAVAILABLE', message, status: ERROR_STATUS.UNAVAILABLE, retryAfterSeconds: FULL_SECONDS }
  }
  const status = clientFailureStatus(error)
  if (status === 429) return { code: 'RATE_LIMITED', message: 'Too many requests. Please slow down and try again in a minute.', status }
  if (status !== null) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { code: 'BAD_USER_INPUT', message: HTTP_FAILURES[code] ?? 'The request is not valid.', status }
  }
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong. Please try again.', status: 500 }
}

function clientFailureStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : null
}
