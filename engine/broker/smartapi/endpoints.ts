import { HOUR, MINUTE } from '../../../schema/time.ts'

/** At most `calls` calls may start within any `perMs` milliseconds. */
export interface CallLimit {
  readonly calls: number
  readonly perMs: number
}

export interface Endpoint {
  readonly path: string
  readonly limits: readonly CallLimit[]
}

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
  candles: {
    path: '/rest/secure/angelbroking/historical/v1/getCandleData',
    limits: [
      { calls: 1, perMs: 500 },
      { calls: 150, perMs: MINUTE },
      { calls: 4_500, perMs: HOUR },
    ],
  },
} as const satisfies Record<string, Endpoint>
