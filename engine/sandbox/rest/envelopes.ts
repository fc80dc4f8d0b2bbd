/** Answers of the broker's applications: `status`, `errorcode`, `data`. */
export function success(data: unknown) {
  return { status: true, message: 'SUCCESS', errorcode: '', data }
}

export type ApplicationErrorCode =
  | 'AB1004' // bad input, reported as "something went wrong"
  | 'AB1005' // user type is not USER
  | 'AB1009' // symbol not found
  | 'AB1007' // wrong client code or PIN
  | 'AB1050' // wrong one-time code
  | 'AB2001' // internal error
  | 'AB8050' // refresh token invalid
  | 'AB8051' // refresh token expired

export function failure(errorcode: ApplicationErrorCode, message: string) {
  return { status: false, message, errorcode, data: null }
}

export type GatewayErrorCode =
  | 'AG8001' // token invalid
  | 'AG8002' // token expired
  | 'AG8003' // token missing
  | 'AG8004' // API key wrong or missing

/** Answers of the gateway in front of them: other names, other case. They come with HTTP 200, as the official SDK expects. */
export function gatewayFailure(errorCode: GatewayErrorCode, message: string) {
  return { success: false, message, errorCode, data: '' }
}

/** The body of an HTTP 403 that means "too fast"; plain text. */
export const TOO_FAST = 'Access denied because of exceeding access rate'
