import type { OptionExchange } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant, IsoDate } from '../../../schema/time.ts'
import type { Conversion, OrderSource, SandboxFill, SandboxOrder } from './Order.ts'

export type OrderCall = 'placeOrder' | 'modifyOrder' | 'cancelOrder' | 'convertPosition' | 'gtt'

/**
 * What became of a call on an order: it was taken, refused in its answer (limits, gateway and order checks), or kept from the broker by
 * a fault, so that there is no order although something was sent.
 */
export type CallOutcome = 'accepted' | 'refused' | 'never reached'

/** What a client has at the begin of a market day. */
export interface CarriedAccount {
  readonly clientCode: string
  readonly cash: Paise
  readonly positions: readonly CarriedPosition[]
}

export interface CarriedPosition {
  readonly exchange: OptionExchange
  readonly token: string
  readonly tradingSymbol: string
  /** Bought less sold; never 0. */
  readonly units: number
  readonly averagePrice: Paise
}

/** What happened. */
export type LedgerEvent =
  /** A call on an order or a position was received, in the words it came in. */
  | {
      readonly kind: 'call'
      readonly clientCode: string
      readonly via: OrderSource
      readonly call: OrderCall
      readonly tag: string | null
      readonly orderId: string | null
      readonly request: unknown
      readonly outcome: CallOutcome
      /** Of a refusal, what the answer said. */
      readonly message: string
      /** The fault that its answer came with; null: it was answered properly. */
      readonly fault: string | null
    }
  /** An order changed, and is now this. The first entry of an order is its birth. */
  | { readonly kind: 'order'; readonly order: SandboxOrder }
  | { readonly kind: 'fill'; readonly fill: SandboxFill }
  /** Units went from one product to another. */
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  /** The exchange annulled a fill. */
  | { readonly kind: 'bust'; readonly fillId: string; readonly orderId: string; readonly clientCode: string }
  /** A market day began; what was traded before it is in `carried`. */
  | { readonly kind: 'day'; readonly date: IsoDate; readonly carried: readonly CarriedAccount[] }

/** An event with its number, from 1 without gaps, and the market's time. Neither ever goes back. */
export type LedgerEntry = LedgerEvent & { readonly seq: number; readonly at: Instant }
