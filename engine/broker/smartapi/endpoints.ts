import { HOUR, MINUTE } from '../../../schema/time.ts'

/** At most `calls` calls may start within any `perMs` milliseconds. */
export interface CallLimit {
  readonly calls: number
  readonly perMs: number
}

export interface Endpoint {
  /** POST if not said otherwise. */
  readonly method?: 'GET'
  readonly path: string
  readonly limits: readonly CallLimit[]
  /**
   * Windows run from a call's answer, by which the broker has counted it, not from its start: at one call a second, one that was long under
   * way would trip the next. For calls that are made one at a time.
   */
  readonly fromAnswer?: true
}

const ORDERS = '/rest/secure/angelbroking/order/v1'

/**
 * The REST calls the adapter makes, each with limits below the broker's published ones (per client code).
 * The broker enforces a strict rolling second, so calls are spaced instead of sent in bursts:
 * candles at 3/s trip at 0.4 s apart and pass at 0.5 s.
 */
export const ENDPOINTS = {
  login: { path: '/rest/auth/angelbroking/user/v1/loginByPassword', limits: [{ calls: 1, perMs: 1_200 }] },
  refresh: {
    path: '/rest/auth/angelbroking/jwt/v1/generateTokens',
    limits: [
      { calls: 1, perMs: 1_200 },
      { calls: 900, perMs: HOUR },
    ],
  },
  profile: {
    method: 'GET',
    path: '/rest/secure/angelbroking/user/v1/getProfile',
    limits: [
      { calls: 1, perMs: 400 },
      { calls: 900, perMs: HOUR },
    ],
  },
  logout: { path: '/rest/secure/angelbroking/user/v1/logout', limits: [{ calls: 1, perMs: 1_200 }] },
  quote: { path: '/rest/secure/angelbroking/market/v1/quote', limits: [{ calls: 1, perMs: 1_100 }] },
  candles: {
    path: '/rest/secure/angelbroking/historical/v1/getCandleData',
    limits: [
      { calls: 1, perMs: 500 },
      { calls: 150, perMs: MINUTE },
      { calls: 4_500, perMs: HOUR },
    ],
  },
  // Limited together, in OrderAllowance.
  placeOrder: { path: `${ORDERS}/placeOrder`, limits: [] },
  modifyOrder: { path: `${ORDERS}/modifyOrder`, limits: [] },
  cancelOrder: { path: `${ORDERS}/cancelOrder`, limits: [] },
  orderBook: { method: 'GET', path: `${ORDERS}/getOrderBook`, limits: [{ calls: 1, perMs: 1_010 }], fromAnswer: true },
  tradeBook: { method: 'GET', path: `${ORDERS}/getTradeBook`, limits: [{ calls: 1, perMs: 1_010 }], fromAnswer: true },
  positions: { method: 'GET', path: `${ORDERS}/getPosition`, limits: [{ calls: 1, perMs: 1_010 }], fromAnswer: true },
  funds: { method: 'GET', path: '/rest/secure/angelbroking/user/v1/getRMS', limits: [{ calls: 1, perMs: 600 }] },
  margin: {
    path: '/rest/secure/angelbroking/margin/v1/batch',
    limits: [
      { calls: 1, perMs: 120 },
      { calls: 450, perMs: MINUTE },
      { calls: 4_500, perMs: HOUR },
    ],
  },
} as const satisfies Record<string, Endpoint>
