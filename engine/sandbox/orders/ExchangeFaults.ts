import type { OptionInstrument } from '../market/Instrument.ts'
import type { SquareOff } from './squareOff.ts'

/** What faults may do to orders. Called once per order or match. */
export interface ExchangeFaults {
  /** Whether an order is traded whole, at once and at the best price. */
  instant(clientCode: string): boolean
  /** Why an order is rejected that nothing else speaks against; null: it is not. */
  rejection(clientCode: string): string | null
  /** Why a change is refused that nothing else speaks against; null: it is not. */
  changeRefusal(clientCode: string): string | null
  /** Why an order that was changed so often is not changed again; null: it is. */
  changeCap(clientCode: string, changes: number): string | null
  /** What share of a match is traded; null: all of it. */
  partialShare(clientCode: string): number | null
  /** After how much market time a stop order that waits for its trigger is gone from all books; null: it is not. */
  vanishAfter(clientCode: string): number | null
  /** When and how the broker closes intraday positions; null: at the close only. */
  squareOff(clientCode: string): SquareOff | null
  /** What an order is told that would trade with another one of its client; null: it may. */
  selfTradeText(clientCode: string): string | null
  /** Whether a contract does not trade at the moment, and why its orders are refused; null: it trades. */
  halt(clientCode: string, option: OptionInstrument): Halt | null
  /** Whether a leg whose stop rests is no part of a hedge. */
  stopsTakeMargin(clientCode: string): boolean
  /** Whether limits are protected at every exchange, and of quoted contracts by what was quoted before. */
  protectsPrices(clientCode: string): boolean
}

export interface Halt {
  /** null: orders are taken, and wait. */
  readonly refusal: string | null
}
