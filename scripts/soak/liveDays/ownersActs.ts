import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { fromRupees, OPTION_TICK, paise, roundToTick, toRupees } from '../../../schema/money.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { Trader } from './enrolTrader.ts'
import type { Trial } from './startTrial.ts'

/** Real milliseconds between two acts of an owner, and for which an order of his rests. */
const [SOONEST, LATEST, RESTS] = [6 * SECOND, 15 * SECOND, 12 * SECOND]

const RunningTrades = z.array(
  z.object({
    id: z.string(),
    closing: z.boolean(),
    letGo: z.boolean(),
    legs: z.array(
      z.object({
        id: z.string(),
        option: z.string(),
        side: z.string(),
        status: z.string(),
        quantity: z.number(),
        lots: z.number(),
        ltp: z.number().nullable(),
      }),
    ),
  }),
)
const TRADES = '{ liveTrades { id closing letGo legs { id option side status quantity lots ltp } } }'

/** What an owner did. */
export interface OwnersAct {
  readonly trader: string
  readonly act: string
  /** Trading symbol and trade. */
  readonly option: string
  readonly tradeId: string
  /** When he began. */
  readonly real: Instant
  readonly market: Instant
  /** What came of it. */
  readonly outcome: string
}

/** Something that an owner can do to an open leg of his; resolves with what came of it. */
type Act = (leg: Leg) => Promise<string>
interface Leg {
  readonly tradeId: string
  readonly id: string
  readonly option: string
  readonly units: number
  readonly lot: number
  /** Rupees. */
  readonly ltp: number
}

/** Rupees on a tick of options, as texts that the SDK takes. */
const onTick = (rupees: number) => toRupees(roundToTick(fromRupees(Math.max(0.05, rupees)), OPTION_TICK, 'nearest'))

/** Has an owner do something to his open legs again and again, at random by the seed, until `isOver`. Notes each act in `acts`. */
export async function actAsOwner(trial: Trial, trader: Trader, acts: OwnersAct[], isOver: () => boolean): Promise<void> {
  const random = new SeededRandom(`${trial.terms.seed} ${trader.name}`)
  const able = Object.entries(actsOf(trial, trader, random))
  while (!isOver()) {
    await sleep(random.integer(SOONEST, LATEST))
    const [what, act] = able[random.integer(0, able.length - 1)]!
    const legs = await openLegs(trader).catch(() => [])
    if (legs.length === 0 || isOver()) continue
    const leg = legs[random.integer(0, legs.length - 1)]!
    const [real, market] = [Date.now(), trial.mirror.now]
    const outcome = await act(leg).catch((error: unknown) => `failed: ${error instanceof Error ? error.message : String(error)}`)
    acts.push({ trader: trader.name, act: what, option: leg.option, tradeId: leg.tradeId, real, market, outcome })
  }
}

/** As his screen shows them, with a last price. */
async function openLegs({ client }: Trader): Promise<Leg[]> {
  const trades = await client.ask(RunningTrades, TRADES)
  return trades.flatMap(({ id: tradeId, legs }) =>
    legs.flatMap(({ id, option, status, side, quantity, lots, ltp }) =>
      status === 'RUNNING' && side === 'BUY' && ltp !== null ? { tradeId, id, option, units: quantity, lot: quantity / lots, ltp } : [],
    ),
  )
}

function actsOf({ mirror, apps }: Trial, trader: Trader, random: SeededRandom): Readonly<Record<string, Act>> {
  const { name, client, account } = trader
  const app = apps.get(name)!
  const { clientCode } = account
  const termsOf = ({ option }: Leg) => {
    const held = mirror.held(clientCode).get(option)
    return held ? { exchange: held.exchange, tradingsymbol: option, symboltoken: held.token, duration: 'DAY' } : null
  }
  const heldOf = ({ option }: Leg) => mirror.held(clientCode).get(option)?.units.get('INTRADAY') ?? 0
  const sell = async (leg: Leg, units: number, rupees: number, product = 'INTRADAY') => {
    const terms = termsOf(leg)
    if (!terms || units <= 0) return { text: 'nothing to sell', orderId: null }
    const { status, message, data } = await app.call('placeOrder', {
      ...{ ...terms, variety: 'NORMAL', transactiontype: 'SELL', ordertype: 'LIMIT', producttype: product },
      ...{ quantity: String(units), price: onTick(rupees).toFixed(2), squareoff: '0', stoploss: '0' },
    })
    const orderId = z.looseObject({ orderid: z.string() }).safeParse(data).data?.orderid ?? null
    return { text: status ? `${units} units at ${onTick(rupees)}, order ${orderId}` : `refused: ${message}`, orderId }
  }
  const sellNow = async (leg: Leg, units: number) => (await sell(leg, units, leg.ltp * 0.93)).text
  const whole = (leg: Leg) => Math.min(leg.units, Math.max(0, heldOf(leg)))
  const half = (leg: Leg) => Math.min(whole(leg), Math.max(1, Math.floor(leg.units / leg.lot / 2)) * leg.lot)
  const stopsOf = ({ option }: Leg) =>
    mirror
      .resting(clientCode)
      .filter((order) => order.tradingSymbol === option && order.tag.startsWith('S') && order.resting === 'trigger pending')
  const close = async ({ tradeId }: Leg) => {
    await client.ask(z.unknown(), 'mutation ($id: ID!) { closeTrade(id: $id) { closing } }', { id: tradeId })
    return 'pressed'
  }
  const closeAndSell = async (leg: Leg, units: number) => (await Promise.all([close(leg), sellNow(leg, units)])).join(', ')
  return {
    'sell all by hand': (leg) => sellNow(leg, whole(leg)),
    'sell half by hand': (leg) => sellNow(leg, half(leg)),
    async 'rest a SELL'(leg) {
      const { text, orderId } = await sell(leg, random.uniform() < 0.5 ? whole(leg) : half(leg), leg.ltp * (1.04 + random.uniform() * 0.1))
      if (orderId === null) return text
      const cancel = () => app.call('cancelOrder', { variety: 'NORMAL', orderid: orderId })
      setTimeout(() => void cancel(), random.integer(RESTS / 2, RESTS)).unref()
      return text
    },
    async convert(leg) {
      const terms = termsOf(leg)
      const units = whole(leg)
      if (!terms || units === 0) return 'nothing to convert'
      const { status, message } = await app.call('convertPosition', {
        ...{ exchange: terms.exchange, symboltoken: terms.symboltoken, tradingsymbol: leg.option, oldproducttype: 'INTRADAY' },
        ...{ newproducttype: 'CARRYFORWARD', transactiontype: 'BUY', quantity: String(units), type: 'DAY' },
      })
      if (!status) return `refused: ${message}`
      // Half of them are sold later; the others are held to the end.
      if (random.uniform() < 0.5) setTimeout(() => void sell(leg, units, leg.ltp * 0.8, 'CARRYFORWARD'), 3 * RESTS).unref()
      return `${units} units`
    },
    async 'cancel a stop'(leg) {
      const [stop] = stopsOf(leg)
      if (!stop) return 'no stop rests'
      const { status, message } = await app.call('cancelOrder', { variety: 'STOPLOSS', orderid: stop.orderId })
      return status ? `${stop.tag}` : `refused: ${message}`
    },
    async 'move a stop'(leg) {
      const [stop] = stopsOf(leg)
      const terms = termsOf(leg)
      if (!stop || !terms) return 'no stop rests'
      const at = (amount: number) => onTick(toRupees(paise(Math.round(amount * 0.97)))).toFixed(2)
      const { status, message } = await app.call('modifyOrder', {
        ...{ ...terms, variety: 'STOPLOSS', orderid: stop.orderId, ordertype: 'STOPLOSS_LIMIT', producttype: 'INTRADAY' },
        ...{ price: at(stop.price), triggerprice: at(stop.triggerPrice), quantity: String(stop.quantity) },
      })
      return status ? `${stop.tag} to ${at(stop.triggerPrice)}` : `refused: ${message}`
    },
    'press Close': close,
    'press Close and sell all': (leg) => closeAndSell(leg, whole(leg)),
    'press Close and sell half': (leg) => closeAndSell(leg, half(leg)),
    async 'set levels'(leg) {
      const input = {
        legId: leg.id,
        stop: onTick(leg.ltp * (0.86 + random.uniform() * 0.12)),
        target: onTick(leg.ltp * (1.03 + random.uniform() * 0.2)),
      }
      await client.ask(z.unknown(), 'mutation ($input: LegLevelsInput!) { changeLevels(input: $input) { id } }', { input })
      return `stop ${input.stop}, target ${input.target}`
    },
  }
}
