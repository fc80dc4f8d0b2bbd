/** Answers of the broker's applications: `status`, `errorcode`, `data`. */
export function success(data: unknown) {
  return { status: true, message: 'SUCCESS', errorcode: '', data }
}

export type ApplicationErrorCode =
  | 'AB1004' // bad input, reported as "something went wrong"
  | 'AB1005' // user type is not USER
  | 'AB1007' // wrong client code or PIN
  | 'AB1009' // symbol not found
  | 'AB1008' // order variety
  | 'AB1012' // product type
  | 'AB1013' // order not found
  | 'AB1050' // wrong one-time code
  | 'AB2001' // internal error
  | 'AB2002' // ROBO orders are blocked
  | 'AB4008' // order tag too long
  | 'AB4036' // token on the exchange's cautionary list
  | 'AB8050' // refresh token invalid
  | 'AB8051' // refresh token expired
  | GttErrorCode

/** Orders good till triggered: a parameter that is wrong, or none that is (AB9000). */
export type GttErrorCode = 'AB9000' | 'AB9004' | 'AB9006' | 'AB9008' | 'AB9009' | 'AB9010' | 'AB9011' | 'AB9013' | 'AB9015'

export function failure(errorcode: ApplicationErrorCode, message: string) {
  return { status: false, message, errorcode, data: null }
}

export type GatewayErrorCode =
  | 'AG7002' // call on an order from an address that is not registered
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
