import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import type { Moment } from '../risk/assess.ts'
import { chooseContract } from './chooseContract.ts'
import type { MarketView } from './MarketView.ts'

/** A signal to buy one option: its index, the price of that when the deciding candle closed, and when that was. */
interface BuyingSignal {
  readonly index: IndexSymbol
  readonly side: Direction
  readonly price: Paise
  readonly closedAt: Instant
}

/** The market at the moment of a signal, with the option that the signal buys and what that costs. */
export function momentOf({ index, side, price, closedAt }: BuyingSignal, view: MarketView, session: Session): Moment {
  const { now, rules, dayCovered } = view
  const listed = view.contracts.filter((contract) => contract.index === index)
  const contract = chooseContract(listed, { index, side, price }, now, session, rules)
  return {
    ...{ rules, now, session, dayCovered, contract, closedAt },
    paused: view.pausedOn(index),
    indexPrice: price,
    listedContracts: listed.length,
    premium: contract && view.premiumOf(contract),
    shortage: contract && view.shortageOf(contract),
  }
}
