import { paise, type Paise } from '../../../schema/money.ts'
import type { OptionExchange } from '../../../schema/market/indices.ts'
import type { CarriedPosition } from './LedgerEntry.ts'
import type { Conversion, Product, SandboxFill, Side } from './Order.ts'

/** Units and amounts (Σ price × units, in paise) of one side. */
export interface SideTotal {
  readonly units: number
  readonly amount: Paise
}

/** What a client has traded of one contract and product: carried over from earlier days, and today. */
export interface Position {
  readonly exchange: OptionExchange
  readonly token: string
  readonly tradingSymbol: string
  readonly product: Product
  readonly carriedBuy: SideTotal
  readonly carriedSell: SideTotal
  readonly buy: SideTotal
  readonly sell: SideTotal
}

type Contract = Pick<Position, 'exchange' | 'token' | 'tradingSymbol' | 'product'>

const NOTHING: SideTotal = { units: 0, amount: paise(0) }

/** The positions of one client, those that were closed today included, in the order in which they were begun. */
export function positionsOf(
  carried: readonly CarriedPosition[],
  fills: readonly SandboxFill[],
  conversions: readonly Conversion[],
): Position[] {
  const positions = new Map<string, Position>()
  const add = (contract: Contract, side: Side, units: number, amount: number) => {
    const key = `${contract.token}:${contract.product}`
    const before = positions.get(key) ?? emptyPosition(contract)
    const field = side === 'BUY' ? 'buy' : 'sell'
    positions.set(key, { ...before, [field]: { units: before[field].units + units, amount: paise(before[field].amount + amount) } })
  }
  for (const { units, averagePrice, ...contract } of carried) {
    const total = { units: Math.abs(units), amount: paise(Math.abs(units) * averagePrice) }
    positions.set(`${contract.token}:CARRYFORWARD`, {
      ...{ ...contract, product: 'CARRYFORWARD', buy: NOTHING, sell: NOTHING },
      carriedBuy: units > 0 ? total : NOTHING,
      carriedSell: units < 0 ? total : NOTHING,
    })
  }
  for (const { exchange, token, tradingSymbol, product, side, units, price } of fills)
    add({ exchange, token, tradingSymbol, product }, side, units, units * price)
  for (const { exchange, token, tradingSymbol, from, to, side, units, amount } of conversions) {
    add({ exchange, token, tradingSymbol, product: from }, side, -units, -amount)
    add({ exchange, token, tradingSymbol, product: to }, side, units, amount)
  }
  return [...positions.values()]
}

/** Bought less sold; negative when more was sold. */
export function netUnits({ carriedBuy, carriedSell, buy, sell }: Position): number {
  return carriedBuy.units + buy.units - carriedSell.units - sell.units
}

/** What a unit of the side that is open cost or brought on average; 0 when nothing is open. */
export function averagePrice(position: Position): Paise {
  const net = netUnits(position)
  if (net === 0) return paise(0)
  const sides = net > 0 ? [position.carriedBuy, position.buy] : [position.carriedSell, position.sell]
  const units = sides.reduce((sum, side) => sum + side.units, 0)
  return paise(Math.round(sides.reduce((sum, side) => sum + side.amount, 0) / units))
}

/** What fills did to the cash: sales add, purchases take. */
export function cashOf(fills: readonly SandboxFill[]): Paise {
  return paise(fills.reduce((sum, { side, units, price }) => sum + (side === 'SELL' ? 1 : -1) * units * price, 0))
}

function emptyPosition(contract: Contract): Position {
  return { ...contract, carriedBuy: NOTHING, carriedSell: NOTHING, buy: NOTHING, sell: NOTHING }
}
