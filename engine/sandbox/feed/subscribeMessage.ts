import { z } from 'zod'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { Exchange } from '../../../schema/market/indices.ts'

/** How the feed numbers the exchanges. */
export const EXCHANGE_TYPE: Readonly<Record<Exchange, number>> = { NSE: 1, NFO: 2, BSE: 3, BFO: 4 }

const EXCHANGE_OF_TYPE: Readonly<Record<number, Exchange>> = { 1: 'NSE', 2: 'NFO', 3: 'BSE', 4: 'BFO' }

const SubscribeMessage = z.object({
  correlationID: z.string().optional(),
  action: z.union([z.literal(1), z.literal(0)]),
  params: z.object({
    mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    tokenList: z.array(z.object({ exchangeType: z.number().int(), tokens: z.array(z.string()) })),
  }),
})

export interface SubscribeRequest {
  readonly correlationID: string
  readonly action: 'subscribe' | 'unsubscribe'
  readonly mode: 1 | 2 | 3
  /** Exchanges that are not traded here are left out: the feed has nothing to say about them. */
  readonly instruments: readonly { readonly exchange: Exchange; readonly token: string }[]
}

/** What the broker answers, as text, to a message it does not take. Existing subscriptions go on. */
export interface FeedError {
  readonly correlationID: string
  readonly errorCode: 'E1001' | 'E1002'
  readonly errorMessage: string
}

/** Reads a client's text message (SmartAPI §8.2); anything else is refused as E1001, with the correlation id if there is one. */
export function parseSubscribeMessage(text: string): Result<SubscribeRequest, FeedError> {
  const json = parseJson(text)
  const parsed = SubscribeMessage.safeParse(json)
  if (!parsed.success) {
    const correlation = z.object({ correlationID: z.string() }).safeParse(json)
    const reason = json === undefined ? 'the message is not JSON' : z.prettifyError(parsed.error)
    return err({
      correlationID: correlation.success ? correlation.data.correlationID : '',
      errorCode: 'E1001',
      errorMessage: `Invalid Request Payload: ${reason}`,
    })
  }
  const { correlationID = '', action, params } = parsed.data
  return ok({
    correlationID,
    action: action === 1 ? 'subscribe' : 'unsubscribe',
    mode: params.mode,
    instruments: params.tokenList.flatMap(({ exchangeType, tokens }) => {
      const exchange = EXCHANGE_OF_TYPE[exchangeType]
      return exchange ? tokens.map((token) => ({ exchange, token })) : []
    }),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
