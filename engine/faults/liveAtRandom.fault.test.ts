import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { formatTimeOfDay, istMinuteOfDay, SECOND, type Instant } from '../../schema/time.ts'
import type { FaultInput } from '../sandbox/faults/Fault.ts'
import { openLiveDesk } from '../testing/openLiveDesk.ts'
import { tradedUnits } from '../testing/tradedUnits.ts'

/** Markets one after the other, each with so many accounts at once: each account is a run of its own. */
const [MARKETS, ACCOUNTS] = [Number(process.env['SAKHA_MARKETS'] ?? 5), 10]
/** Market seconds in a second: what waits by market time waits so much less. */
const SPEED = 5
/** Market milliseconds for which the faults of an account last, from the moment at which its exit is asked for. */
const LAST = 60 * SECOND
/** Real milliseconds for which leases lapse at most. */
const LONGEST_LAPSE = 1_500
/** Within so many market milliseconds an exit that is asked for is done, or an incident stands: 35 s at a node that holds its user. */
const DONE_OR_TOLD = 35 * SECOND + LONGEST_LAPSE * SPEED
/** The same for everything to be over once nothing is wrong any more: a lost order is given up after two minutes, an exit is tried again after half a minute. */
const OVER = 240 * SECOND

const ORDER_CALLS = ['placeOrder', 'modifyOrder', 'cancelOrder']
const BOOKS = ['getOrderBook', 'getTradeBook', 'getPosition']

/** What may be wrong with an account, each with numbers of its own. */
const FAULTS: readonly ((random: SeededRandom, now: Instant) => FaultInput)[] = [
  (random) => ({ name: 'lostAnswer', calls: some(random, ORDER_CALLS), reached: random.uniform() < 0.5, times: random.integer(1, 3) }),
  (random) => ({ name: 'serverError', calls: some(random, ORDER_CALLS), reached: random.uniform() < 0.5, times: random.integer(1, 3) }),
  (random) => ({ name: 'refusedCall', calls: some(random, ORDER_CALLS), times: random.integer(1, 4) }),
  (random) => ({ name: 'refusedCall', calls: some(random, ORDER_CALLS), text: 'words that nobody knows', times: random.integer(1, 2) }),
  (random) => ({ name: 'refusedCall', calls: some(random, ORDER_CALLS), text: 'it was done all the same', reached: true, times: 1 }),
  (random) => ({ name: 'rateLimited', calls: some(random, ORDER_CALLS), reached: false, times: random.integer(1, 5) }),
  (random) => ({ name: 'rejectAfterAck', times: random.integer(1, 3) }),
  (random) => ({ name: 'refusedChange', times: random.integer(1, 5) }),
  (random) => ({ name: 'cappedChanges', most: random.integer(0, 2) }),
  (random) => ({ name: 'selfTrade', share: random.uniform() }),
  (random) => ({ name: 'nullData', calls: some(random, BOOKS) }),
  (random) => ({ name: 'emptyList', calls: some(random, BOOKS) }),
  (random) => ({ name: 'serverError', calls: some(random, BOOKS) }),
  (random) => ({ name: 'bookLag', milliseconds: random.integer(1, 10) * SECOND }),
  (random) => ({ name: 'lateFrames', milliseconds: random.integer(100, 3_000) }),
  (random) => ({ name: 'missingTags', of: pick(random, ['books', 'frames', 'both']), as: pick(random, ['missing', 'empty']) }),
  () => ({ name: 'muteOrderSocket' }),
  () => ({ name: 'duplicateFrames' }),
  () => ({ name: 'shuffledFrames' }),
  () => ({ name: 'partialFills' }),
  () => ({ name: 'priceProtection' }),
  () => ({ name: 'stopsTakeMargin' }),
  (random) => ({ name: 'halt', orders: pick(random, ['taken', 'refused']), lasts: random.integer(5, 40) * SECOND }),
  (random) => ({ name: 'vanishedStop', milliseconds: random.integer(1, 10) * SECOND }),
  (random, now) => ({
    name: 'squareOff',
    from: formatTimeOfDay(istMinuteOfDay(now)),
    text: pick(random, ['RMS: auto square off', '']),
  }),
]

/** What its owner trades by hand is in no frame, and in no book that can be read in time: nobody can know of it. */
function isHidden(faults: readonly FaultInput[]): boolean {
  const hidesBooks = faults.some(
    ({ name, ...fault }) => name === 'bookLag' || ('calls' in fault && (fault.calls ?? []).some((call) => BOOKS.includes(call))),
  )
  return hidesBooks && faults.some(({ name }) => name === 'muteOrderSocket' || name === 'lateFrames')
}

function pick<const T>(random: SeededRandom, among: readonly T[]): T {
  return among[random.integer(0, among.length - 1)]!
}

function some(random: SeededRandom, among: readonly string[]): string[] {
  const chosen = among.filter(() => random.uniform() < 0.5)
  return chosen.length > 0 ? chosen : [pick(random, among)]
}

type Market = Awaited<ReturnType<typeof openLiveDesk>>
type Engine = Awaited<ReturnType<Market['start']>>

/** One account: it buys, things go wrong, and its exit is asked for. Returns what was not as it must be. */
async function run(market: Market, engine: Engine, seed: number): Promise<string[]> {
  const random = new SeededRandom(String(seed))
  const user = await market.connect()
  const { clientCode, userId } = user
  const wrong: string[] = []
  engine.desk.submit(await user.intendEntry(random.integer(1, 3) * market.contract.lotSize))
  await user.running()
  await user.resting()
  await sleep(random.integer(0, 2_000))
  const faults = Array.from({ length: random.integer(1, 3) }, () => ({
    lasts: LAST,
    ...pick(random, FAULTS)(random, market.control.now()),
    clientCode,
    seed,
  }))
  for (const fault of faults) market.control.setFault(fault)
  const how = pick(random, ['close', 'sale by hand', 'conversion'] as const)
  const asked = market.control.now()
  if (how === 'sale by hand') market.control.closeByHand(clientCode, market.contract.token)
  const { exchange, token } = market.contract
  const [from, to] = ['INTRADAY', 'CARRYFORWARD'] as const
  const isConverted =
    how === 'conversion' && market.control.convertByHand({ clientCode, exchange, token, side: 'BUY', from, to, units: user.held() })
  const close = async () => {
    await user.close(...(await user.trades()).map(({ id }) => id))
    engine.desk.obey()
  }
  // A sale by hand may be refused as any order, or wait.
  const isLeft = how === 'sale by hand' && user.held() > 0
  const isAsked = how === 'close' || (isLeft && !isHidden(faults))
  if (isAsked) await close()
  const isOver = async () => (await user.trades()).every(({ status }) => status !== 'RUNNING')
  const isTold = async () => (await market.db.liveIncident.count({ where: { userId } })) > 0
  while (market.control.now() - asked < DONE_OR_TOLD) await sleep(50)
  if (isAsked && !(await isOver()) && !(await isTold())) wrong.push('neither closed nor told after 35 s')
  while (market.control.now() - asked < LAST) await sleep(50)
  if (isLeft && !isAsked && user.held() > 0) await close()
  while (market.control.now() - asked < LAST + OVER && !(await isOver())) await sleep(100)
  if (!(await isOver())) wrong.push('not over four minutes after everything was well again')
  // A stop whose tag no book shows is withdrawn once one does.
  const waiting = () => user.atExchange().filter(({ resting }) => resting !== null)
  while (market.control.now() - asked < LAST + OVER && waiting().length > 0) await sleep(100)
  await sleep((15 * SECOND) / SPEED)
  const { lowest, bought, sold, net } = tradedUnits(market.control.ledger.entries, clientCode)
  if (lowest < 0) wrong.push(`short by ${-lowest}`)
  if (net !== (isConverted ? bought : 0)) wrong.push(`${net} units left at the exchange`)
  if (sold > bought) wrong.push(`sold ${sold} of ${bought}`)
  if (waiting().length > 0) wrong.push(`${waiting().length} orders left at the exchange`)
  const open = (await user.orders()).filter(({ isOpen }) => isOpen)
  if (open.length > 0) wrong.push(`${open.length} orders open in the books`)
  return wrong.map((each) => `seed ${seed}, ${how}, ${faults.map((fault) => JSON.stringify(fault)).join(' ')}: ${each}`)
}

it(`of ${MARKETS * ACCOUNTS} live exits with faults at random, and lapses of the leases, none ends short, doubled or stuck`, async () => {
  const first = Number(process.env['SAKHA_SEED'] ?? 1_000)
  const wrong: string[] = []
  for (let i = 0; i < MARKETS; i++) {
    const market = await openLiveDesk(ACCOUNTS, SPEED)
    market.quote(100_00)
    const engine = await market.start()
    const seeds = Array.from({ length: ACCOUNTS }, (_, account) => first + i * ACCOUNTS + account)
    const lapses = new SeededRandom(String(first + i))
    let isRunning = true
    const lapse = async () => {
      while (isRunning) {
        await sleep(lapses.integer(1_000, 10_000))
        engine.setLapsed(true)
        await sleep(lapses.integer(50, LONGEST_LAPSE))
        engine.setLapsed(false)
      }
    }
    const lapsing = lapse()
    try {
      wrong.push(...(await Promise.all(seeds.map((seed) => run(market, engine, seed)))).flat())
    } finally {
      isRunning = false
      await lapsing
      await engine.stop()
      await market.close()
    }
  }
  process.stdout.write(`\nfaults at random, from seed ${first}: ${MARKETS * ACCOUNTS} runs, ${wrong.length} wrong\n`)
  expect(wrong).toEqual([])
}, 900_000)
