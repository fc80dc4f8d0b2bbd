/** The closed set of codes a client may see in GraphQL `extensions.code`, and the HTTP status REST answers with. */
export const ERROR_STATUS = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  /** Signed in, but the last reauthentication is too old for the request. */
  REAUTHENTICATION_REQUIRED: 403,
  BAD_USER_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  /** Our own web's, requested by its id, from another version than the gateway's: the page must be reloaded. */
  UNKNOWN_DOCUMENT: 410,
  /** For a host that this server is not. */
  MISDIRECTED: 421,
  RATE_LIMITED: 429,
  BROKER_ERROR: 502,
  INTERNAL_SERVER_ERROR: 500,
  /** Too much to do at the moment: the same request will be served later. */
  UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** A failure the user may read: what happened and what to do. Anything else becomes INTERNAL_SERVER_ERROR with its text kept from the client. */
export class UserFacingError extends Error {
  readonly code: ErrorCode
  /** Message per input field, when fields are to blame. */
  readonly fieldErrors: Readonly<Record<string, string>> | undefined
  constructor(code: ErrorCode, message: string, fieldErrors?: Readonly<Record<string, string>>) {
    super(message)
    this.name = 'UserFacingError'
    this.code = code
    this.fieldErrors = fieldErrors
  }
}

/** A refusal that time alone lifts. */
export class RetryLater extends UserFacingError {
  readonly retryAfterSeconds: number
  constructor(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string, retryAfterSeconds: number) {
    super(code, message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The refusal of somebody who tries too often. `ms`: until the next try is looked at. */
export function tooManyAttempts(ms: number): RetryLater {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return new RetryLater('RATE_LIMITED', `Too many attempts. Please try again in ${seconds} seconds.`, seconds)
}

/** The outcome of something that may be refused for an expected reason. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
