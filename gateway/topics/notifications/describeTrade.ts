import { z } from 'zod'
import type { Leg, Prisma, Trade } from '../../../prisma/generated/client.ts'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { formatRupees, paise, type Paise } from '../../../schema/money.ts'
import { paths, SCREENS } from '../../../schema/paths.ts'
import { EXIT_TEXTS, HANDED_OVER_TEXT } from '../../../schema/trading/exits.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import { openWhenTold } from '../../../schema/trading/openWhenTold.ts'
import { LET_GO_TEXT } from '../../../schema/trading/removedStop.ts'
import type { Description } from './Description.ts'

const paiseOf = z.int().transform(paise)
const exitLevel = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('PERCENT'), value: z.number() }),
  z.object({ unit: z.literal('RUPEES'), value: paiseOf }),
])
const openedTerms = z.object({ takeProfit: exitLevel.nullable(), stopLoss: exitLevel.nullable() })
const openedContract = z.object({ tick: paiseOf })

/** A stored trade with its legs in the order in which they were opened. */
export interface ToldTrade extends Trade {
  readonly strategy: { readonly name: string }
  readonly legs: readonly Leg[]
}

/** A trade's event in words: it was `opened`, it does not close (`failing`, `handed`), it is its owner's (`letgo`), or else it was closed. */
export function describeTrade(trade: ToldTrade, event: string): Description {
  const { name } = trade.strategy
  const mode = trade.mode === 'PAPER' ? 'Paper' : 'Live'
  const running = trade.status === 'RUNNING'
  const link = running ? SCREENS.liveTrades : paths.history({ trade: trade.id })
  if (event === 'opened') return { title: `${mode} trade opened`, text: `${name} ${opened(trade)}.`, link }
  if (event === 'failing' || event === 'handed') {
    const what = `${name} has tried to ${toClose(trade, event === 'failing' ? trade.openWhenFailing : trade.openWhenHanded)}`
    if (!running)
      return { title: `A ${mode.toLowerCase()} trade did not close at once`, text: `${what} several times; it is closed now.`, link }
    return event === 'handed'
      ? {
          title: `Please close this ${mode.toLowerCase()} position yourself`,
          text: `${what} ten times without success. ${HANDED_OVER_TEXT}`,
          link,
        }
      : {
          title: `A ${mode.toLowerCase()} trade is not closing`,
          text: `${what} three times without success. Sakha keeps trying, waiting longer each time.`,
          link,
        }
  }
  if (event === 'letgo') {
    const what = running ? LET_GO_TEXT : 'You took it over in the broker’s app; it is now closed.'
    return { title: 'A live trade was handed to you', text: `${name}, ${spokenOption(trade.option)}. ${what}`, link }
  }
  const stop = trade.exitReason === 'TRAILING_STOP' ? 'Trailing stop' : 'Stop'
  const title = trade.status === 'STOPLOSS_HIT' ? `${stop} hit on a ${mode.toLowerCase()} trade` : `${mode} trade closed`
  const why = reasonsOf(trade)
  const net = trade.netPaise === null ? 'The result is not known' : `Net ${signed(trade.netPaise)} after charges`
  return { title, text: `${name} ${closed(trade)}${why}. ${net}.`, link }
}

/** With the levels that it had then: its stop may have trailed since. */
function opened({ option, quantity, entryPricePaise, fundUsedPaise, legs }: ToldTrade): string {
  const [only] = legs
  if (entryPricePaise !== null && only) {
    const entry = paise(Number(entryPricePaise))
    const { target, stop } = levelsFor(only.side, entry, quantity, openedContract.parse(only.contract).tick, openedTerms.parse(only.terms))
    return `bought ${quantity} × ${spokenOption(option)} at ${formatRupees(entry)}; ${level('target', target)}, ${level('stop', stop)}`
  }
  const first = legs.filter((leg, i) => legs.findIndex((other) => other.option === leg.option) === i)
  const took = first.some(({ side }) => side === 'SELL') ? 'estimated margin' : 'premium'
  return `${first.map(openedLeg).join('; ')}; ${took} ${price(fundUsedPaise)}`
}

const openedLeg = ({ side, quantity, option, entryPricePaise }: Leg) =>
  `${side === 'BUY' ? 'bought' : 'sold'} ${quantity} × ${spokenOption(option)} at ${price(entryPricePaise)}`

/** By what was open then; a trade of an earlier release has not stored it. */
function toClose({ entryPricePaise, option }: ToldTrade, then: Prisma.JsonValue): string {
  const open = openWhenTold.safeParse(then).data
  const what = open ? open.map(({ option: of, units }) => `${units} × ${spokenOption(of)}`).join(' and ') : spokenOption(option)
  return `${entryPricePaise === null ? 'close' : 'sell'} ${what}`
}

/** Of each leg, where they ended for different reasons. */
function reasonsOf({ exitReason, legs }: ToldTrade): string {
  const reasons = new Set(legs.map((leg) => leg.exitReason))
  if (reasons.size > 1)
    return `: ${legs.map((leg) => `${spokenOption(leg.option)}: ${leg.exitReason === null ? 'open' : EXIT_TEXTS[leg.exitReason]}`).join('; ')}`
  return exitReason === null ? '' : `: ${EXIT_TEXTS[exitReason]}`
}

function closed({ entryPricePaise, exitPricePaise, option, legs }: ToldTrade): string {
  if (entryPricePaise === null) return legs.length === 1 ? 'closed its leg' : 'closed all its legs'
  return exitPricePaise === null ? 'was closed' : `sold ${spokenOption(option)} at ${price(exitPricePaise)}`
}

const level = (name: string, premium: Paise | null) => (premium === null ? `no ${name}` : `${name} ${formatRupees(premium)}`)
const price = (amount: bigint | null) => (amount === null ? '—' : formatRupees(paise(Number(amount))))

/** ₹ with its sign, also for a gain; the minus is the sign, after which no line breaks. */
function signed(amount: bigint): string {
  const rupees = formatRupees(paise(Math.abs(Number(amount))))
  return amount > 0n ? `+${rupees}` : amount < 0n ? `−${rupees}` : rupees
}
