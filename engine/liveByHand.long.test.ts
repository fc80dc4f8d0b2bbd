import { expect, it } from 'vitest'
import { SeededRandom } from '../schema/SeededRandom.ts'
import { SECOND } from '../schema/time.ts'
import { isFinal } from './sandbox/orders/Order.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'

const USERS = 10
const ACTIONS_EACH = 20
/** Market milliseconds until an owner's trades must be in the books, and his legs protected for the rest. */
const NOTICED_WITHIN = 15 * SECOND

const DOINGS = ['sells', 'closes', 'buys', 'cancels the stop'] as const
type Doing = (typeof DOINGS)[number]

it('of two hundred doings of owners in the app each is noticed within fifteen seconds, and nothing is ever sold that is not held', async () => {
  // A machine that does much else is late by real time: the slower the market, the less that counts.
  const market = await openLiveDesk(USERS, 1)
  const seed = String(Date.now())
  market.quote(100_00)
  const engine = await market.start()
  const { lotSize, exchange, token } = market.contract
  const took: { readonly doing: Doing; readonly ms: number }[] = []

  /** One owner, and what his account shall have by what he did. */
  async function live(random: SeededRandom) {
    const user = await market.connect()
    const { clientCode } = user
    /** Units of the open leg, and of everything in the account. */
    let [open, held] = [0, 0]
    const byHand = (side: 'BUY' | 'SELL', units: number) => {
      market.control.tradeByHand(clientCode, { exchange, token, side, units, product: 'INTRADAY' })
      held += side === 'BUY' ? units : -units
      open = Math.min(open, held)
    }
    const stops = () => user.atExchange().filter((order) => order.tag.startsWith('S') && !isFinal(order))
    const isAsItShallBe = async () => {
      const legs = (await user.trades()).flatMap((trade) => trade.legs).filter(({ status }) => status === 'RUNNING')
      const booked = legs.reduce((units, { quantity, exitQuantity }) => units + quantity - exitQuantity, 0)
      const protectedUnits = stops().reduce((units, { quantity, filled }) => units + quantity - filled, 0)
      return { booked, protected: protectedUnits, held: user.held() }
    }
    const settled = () => expect.poll(isAsItShallBe, { interval: 100 }).toEqual({ booked: open, protected: open, held })
    const doings: Readonly<Record<Doing, () => void>> = {
      sells: () => byHand('SELL', random.integer(1, held / lotSize) * lotSize),
      closes: () => byHand('SELL', held),
      buys: () => byHand('BUY', random.integer(1, 2) * lotSize),
      'cancels the stop': () => {
        for (const { orderId } of stops()) market.control.cancelByHand(clientCode, orderId)
      },
    }
    for (let i = 0; i < ACTIONS_EACH; i++) {
      if (open === 0) {
        const units = random.integer(1, 3) * lotSize
        engine.desk.submit(await user.intendEntry(units))
        open += units
        held += units
        await settled()
      }
      const doing = DOINGS[random.integer(0, DOINGS.length - 1)]!
      const since = market.control.now()
      doings[doing]()
      await settled()
      took.push({ doing, ms: market.control.now() - since })
    }
  }

  try {
    await Promise.all(Array.from({ length: USERS }, (_, i) => live(new SeededRandom(`${seed} ${i}`))))
    const slowest = took.toSorted((one, other) => other.ms - one.ms)
    process.stdout.write(
      `slowest to be noticed: ${slowest
        .slice(0, 5)
        .map(({ doing, ms }) => `${doing} ${(ms / SECOND).toFixed(1)} s`)
        .join(', ')}\n`,
    )
    expect(took).toHaveLength(USERS * ACTIONS_EACH)
    expect(slowest.filter(({ ms }) => ms > NOTICED_WITHIN)).toEqual([])
    const net = new Map<string, number>()
    for (const entry of market.control.ledger.entries) {
      if (entry.kind !== 'fill') continue
      const { clientCode, side, units } = entry.fill
      net.set(clientCode, (net.get(clientCode) ?? 0) + (side === 'BUY' ? units : -units))
      expect(net.get(clientCode)).toBeGreaterThanOrEqual(0)
    }
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error })
  } finally {
    await engine.stop()
    await market.close()
  }
}, 400_000)
