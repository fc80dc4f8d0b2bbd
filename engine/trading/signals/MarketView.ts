import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { FeedShortage, InstrumentKey, OptionContract } from '../../broker/port.ts'

/** The market as the signal desk sees it now. */
export interface MarketView {
  /** Real time. */
  readonly real: Instant
  /** Market time. */
  readonly now: Instant
  readonly session: Session | null
  readonly rules: MarketRules
  /** Whether the calendar covers this day. */
  readonly dayCovered: boolean
  /** Why nothing is opened on an index for now (risk/pausedBy.ts); null: it is. */
  pausedOn(index: IndexSymbol): Denial | null
  readonly contracts: readonly OptionContract[]
  /** What a unit of a contract costs now; null without a quote. */
  premiumOf(contract: OptionContract): Paise | null
  /** The last price of a unit of it; null without a quote. */
  lastPriceOf(contract: OptionContract): Paise | null
  /** Real milliseconds since its last quote came, fresh or not; null: none came. */
  quoteAgeOf(contract: OptionContract): number | null
  /** Why no price of it comes: the broker's feed has too few places. Null: it has one for this contract. */
  shortageOf(contract: InstrumentKey): FeedShortage | null
  /** What a user's open trades of a mode have lost at their last prices, including order costs so far; negative is a gain. */
  openLossOf(userId: string, mode: TradeMode): Paise
  /** Units that a user's open live trades have of a contract on the side opposite to a given one. */
  oppositeUnits(userId: string, contract: InstrumentKey, side: OrderSide): number
}
