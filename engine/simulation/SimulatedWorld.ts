import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { HOUR, istInstant, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { StoredStrategy } from '../trading/signals/ActiveStrategies.ts'
import { isOpen, levelReached, type Leg, type OpenLeg } from '../trading/positions/legs.ts'
import { isHandedOver } from '../trading/positions/exitTries.ts'
import { actAtRandom } from './actAtRandom.ts'
import { RecordsConnection } from './RecordsConnection.ts'
import { createPeople } from './createPeople.ts'
import { Faults } from './Faults.ts'
import { Invariants } from './Invariants.ts'
import { Journal } from './Journal.ts'
import { firstToClose, isIdle, isToUnwind, netAt, reachesLimit } from './positionLaws.ts'
import { SimulatedDailyLosses } from './SimulatedDailyLosses.ts'
import type { SimulatedRecords, SimulatedRecordsParts } from './SimulatedRecords.ts'
import { SimulatedEngine } from './SimulatedEngine.ts'
import { SimulatedExchange } from './SimulatedExchange.ts'
import { UnreliableFeed } from './UnreliableFeed.ts'
import { VirtualClock } from './VirtualClock.ts'

/** Days to choose from: an ordinary one, an expiry day, the day before one. */
const DATES = ['2026-07-01', '2026-07-07', '2026-07-13'] as const
/** Between two ticks of an instrument, and two clock checks. */
const STEP = 10 * SECOND
/** From here on there are no faults: what is open at the close is the engine's doing. */
const CALM_BEFORE_CLOSE = 20 * MINUTE
/** Time to act on a lost day or an incomplete position, including time for a database that was away. */
const SEEN_WITHIN = 6 * STEP
/** A clock that is wrong by more than this leaves the engine without a feed: it takes the ticks' times for impossible. */
const CLOCK_TOLERANCE = 2 * SECOND
/** Until expired options are settled. */
const AFTER_CLOSE = 20 * MINUTE
/** The last two cross midnight. */
export const CLOCK_JUMPS = [SECOND, 5 * SECOND, MINUTE, 10 * MINUTE, HOUR, 16 * HOUR].flatMap((by) => [by, -by])
const THIN_LOTS = 2
const DEEP_LOTS = 12

/** A process, and its way to the records. */
interface Life {
  readonly engine: SimulatedEngine
  readonly connection: RecordsConnection
}

/** The exchange, the people, the database, the machine and the engine on it, step by step through one day. */
export class SimulatedWorld {
  readonly journal = new Journal()
  readonly invariants: Invariants
  readonly records: SimulatedRecords
  readonly faults: Faults
  restarts = -1
  /** How often the machine's clock was set wrong, by how much. */
  readonly clockJumps = new Map<number, number>()
  readonly #seed: number
  readonly #rules: MarketRules
  readonly #losses: SimulatedDailyLosses
  readonly #session: { readonly open: Instant; readonly close: Instant }
  readonly #clock: VirtualClock
  readonly #exchange: SimulatedExchange
  readonly #feed: UnreliableFeed
  readonly #brokerRandom: SeededRandom
  readonly #chance: SeededRandom
  #life: Life | null = null
  #restartAt: Instant
  #databaseBackAt: Instant = -Infinity
  #clockError = 0
  #clockRightAt: Instant = -Infinity
  #clockSteppedAt: Instant | null = null
  /** When the engine last got the index's price of the moment. */
  #freshAt: Instant | null = null
  /** Since when users want nothing open any more, of the life that runs. */
  readonly #lostSince = new Map<string, Instant>()
  /** Since when open legs of positions must be closed, and since when nothing keeps others from ending; the same. */
  readonly #unwindSince = new Map<string, Instant>()
  readonly #idleSince = new Map<string, Instant>()
  /** The last option prices that the engine received, by token; of the current life. */
  readonly #told = new Map<string, number>()
  /** Of the life that runs, as they stood a step ago. */
  #failuresBefore = 0
  /** To be checked once everything that follows from the step has happened. */
  #afterStep: () => void = () => undefined

  constructor(seed: number, rules: MarketRules, createRecords: (parts: SimulatedRecordsParts) => SimulatedRecords) {
    this.#seed = seed
    this.#rules = rules
    const date = DATES[this.#draw('date').integer(0, DATES.length - 1)] ?? DATES[0]
    this.#session = rules.sessionHours(date)
    this.#clock = new VirtualClock(this.#session.open - MINUTE)
    this.#restartAt = this.#clock.now
    this.faults = new Faults(this.#draw('faults'))
    this.#exchange = new SimulatedExchange(this.#draw('exchange'), rules, istInstant(date, 0))
    this.#feed = new UnreliableFeed(this.faults, this.#draw('feed'))
    this.#brokerRandom = this.#draw('broker')
    this.#chance = this.#draw('chance')
    const ids = this.#draw('ids')
    const people = createPeople(this.#draw('people'))
    let made = 0
    this.records = createRecords({ rules, ...people, newId: () => newId(made++, ids) })
    this.#losses = new SimulatedDailyLosses(this.records)
    const since = (at: Instant | null) => (at === null ? null : this.#clock.now - at)
    const world = { now: () => this.#clock.now, silentMs: () => since(this.#freshAt), clockSteppedMsAgo: () => since(this.#clockSteppedAt) }
    this.invariants = new Invariants(rules, world, this.records, positionsOf(people.strategies))
    this.records.showTo(this.invariants)
  }

  /** Time moves on by one step. Let everything that follows happen before the next. False when the day was over already. */
  step(): boolean {
    this.#afterStep()
    this.invariants.onStepEnd()
    const now = this.#clock.now + STEP
    if (now >= this.#session.close + AFTER_CLOSE) return false
    this.#clock.advanceTo(now)
    if (now >= this.#session.close - CALM_BEFORE_CLOSE) this.faults.end()
    this.#disturb(now)
    if (!this.#life && now >= this.#restartAt) this.#start()
    if (this.#databaseAnswers()) this.#letPeopleAct()
    this.#trade(now)
    return true
  }

  #disturb(now: Instant): void {
    if (this.faults.fires('database away')) this.#databaseBackAt = now + this.#chance.integer(2, 30) * SECOND
    if (this.#clockError !== 0 && now >= this.#clockRightAt) this.#setClock(0)
    else if (this.faults.fires('clock stepped')) {
      this.#clockRightAt = now + this.#chance.integer(5, 60) * SECOND
      const jump = CLOCK_JUMPS[this.#chance.integer(0, CLOCK_JUMPS.length - 1)] ?? 0
      this.clockJumps.set(jump, (this.clockJumps.get(jump) ?? 0) + 1)
      this.#setClock(jump)
    }
    if (this.#life && this.faults.fires('process killed')) this.#kill()
  }

  #setClock(error: number): void {
    if (Math.abs(error - this.#clockError) > CLOCK_TOLERANCE) this.#clockSteppedAt = this.#clock.now
    this.#clockError = error
  }

  #letPeopleAct(): void {
    const act = actAtRandom(this.records, this.#chance)
    if (!act) return
    this.journal.append('people', act)
    this.#life?.engine.obey()
  }

  #trade(now: Instant): void {
    const life = this.#life
    const trading = now >= this.#session.open && now < this.#session.close
    const sent: Tick[] = trading ? [this.#exchange.step(now)] : []
    if (!life) return
    for (const contract of trading ? life.engine.watched : [])
      sent.push(this.#exchange.quote(contract, now, this.faults.fires('depth thin') ? THIN_LOTS : DEEP_LOTS))
    const { ticks, broken } = this.#feed.deliver(now, sent)
    const failures = this.#failuresBefore
    this.#failuresBefore = life.connection.failures
    this.#followLosses(now)
    this.#followPositions(now)
    const open = [...this.records.legs].filter(isOpen).filter(({ id }) => this.records.isLeftOpen(id))
    const before = new Set(this.records.legs)
    const attempts = new Map(open.map(({ id }) => [id, this.records.exitsOf(id).length]))
    if (broken) life.engine.onFeedBroken()
    for (const tick of ticks) {
      if (tick === sent[0]) this.#freshAt = now
      if (tick.lastPrice > 0) this.#told.set(tick.token, tick.lastPrice)
      life.engine.onTick(tick)
    }
    life.engine.onBeat()
    this.#afterStep = () => {
      const undisturbed = this.#life === life && life.connection.failures === failures && Math.abs(this.#clockError) <= CLOCK_TOLERANCE
      if (!undisturbed) return
      const untried = open.filter(({ id }) => this.records.exitsOf(id).length === attempts.get(id))
      this.#checkExits(untried, ticks)
      this.#checkPositions(new Set(untried.map(({ id }) => id)), before, ticks)
    }
  }

  /** An engine that had its database in this step and the last must have tried to sell what the quotes of the moment want sold. */
  #checkExits(untried: readonly OpenLeg[], ticks: readonly Tick[]): void {
    for (const trade of untried) {
      const quotes = ticks.filter(({ token, lastPrice, at }) => token === trade.contract.token && lastPrice > 0 && at === this.#clock.now)
      const isJudged = !trade.terms.position || !this.invariants.rows.isToldLate(trade.tradeId)
      const reached = isJudged && quotes.find(({ lastPrice }) => levelReached(trade, lastPrice) !== null)
      if (reached && this.records.isLeftOpen(trade.id) && !this.#waitsToRetry(trade.id))
        this.invariants.notExiting(trade, `its option is at ${reached.lastPrice}`)
      if (this.#isBehind(trade)) continue
      const since = Math.max(this.#lostSince.get(trade.userId) ?? Infinity, trade.entryTime)
      if (this.#clock.now - since > SEEN_WITHIN && this.records.isLeftOpen(trade.id) && !this.#waitsToRetry(trade.id))
        this.invariants.notExiting(trade, 'its owner’s day is lost')
    }
  }

  /**
   * The same for positions: a limit of the whole, the rest of an incomplete one, and the end of a finished one. `before`: the
   * legs as they were before the quotes came.
   */
  #checkPositions(untried: ReadonlySet<string>, before: ReadonlySet<Leg>, ticks: readonly Tick[]): void {
    const now = this.#clock.now
    for (const { tradeId, position } of this.#positions()) {
      const { legs } = position
      const wanted = (why: string) => {
        for (const leg of firstToClose(legs, this.invariants.rows.ordersOf(tradeId)))
          if (untried.has(leg.id) && this.records.isLeftOpen(leg.id) && !this.#waitsToRetry(leg.id)) this.invariants.notExiting(leg, why)
      }
      if (now - (this.#unwindSince.get(tradeId) ?? now) > SEEN_WITHIN) wanted('its position is not whole')
      if (now - (this.#idleSince.get(tradeId) ?? now) > SEEN_WITHIN) this.invariants.notOver(tradeId)
      const open = legs.filter(isOpen)
      const prices = new Map(open.map(({ contract: { token } }) => [token, onlyPrice(token, ticks, now)]))
      const isSeen = legs.every((leg) => before.has(leg) && leg.entryTime < now) && [...prices.values()].every((price) => price !== null)
      if (open.length === 0 || !isSeen) continue
      if (reachesLimit(position, this.records.locks.get(tradeId) ?? null, ({ token }) => prices.get(token) ?? 0))
        wanted('its position has reached a limit of the whole')
    }
  }

  #followPositions(now: Instant): void {
    const follow = (since: Map<string, Instant>, tradeId: string, is: boolean) => {
      if (!is) since.delete(tradeId)
      else if (!since.has(tradeId)) since.set(tradeId, now)
    }
    for (const { tradeId, position } of this.#positions()) {
      const orders = this.invariants.rows.ordersOf(tradeId)
      follow(this.#unwindSince, tradeId, isToUnwind(position, orders))
      follow(this.#idleSince, tradeId, isIdle(position, orders))
    }
  }

  /** Those that run. */
  *#positions() {
    for (const trade of this.records.trades.values()) {
      const position = trade.closing ? null : this.invariants.rows.positionOf(trade.id, trade)
      if (position) yield { tradeId: trade.id, position }
    }
  }

  /** A bought leg that waits for what it hedges to be closed. */
  #isBehind(leg: Leg): boolean {
    const legs = this.invariants.rows.positionOf(leg.tradeId, leg)?.legs
    return legs !== undefined && !firstToClose(legs, this.invariants.rows.ordersOf(leg.tradeId)).some(({ id }) => id === leg.id)
  }

  #followLosses(now: Instant): void {
    const loss = new Map<string, number>()
    for (const leg of this.records.legs) {
      const price = isOpen(leg) ? this.#told.get(leg.contract.token) : undefined
      loss.set(leg.userId, (loss.get(leg.userId) ?? 0) - (price === undefined ? 0 : netAt(leg, price)))
    }
    for (const [userId, openLoss] of loss)
      if (!this.#losses.wantsNothingOpen(userId, now, openLoss)) this.#lostSince.delete(userId)
      else if (!this.#lostSince.has(userId)) this.#lostSince.set(userId, now)
  }

  /** An exit that has failed waits before it is tried again, for at most half a minute; one that was handed over, until its time is up. */
  #waitsToRetry(tradeId: string): boolean {
    const tries = this.records.exitTries.get(tradeId)
    return tries !== undefined && (isHandedOver(tries) || this.#clock.now < tries.retryAt + STEP)
  }

  #start(): void {
    this.restarts++
    this.#freshAt = null
    this.invariants.sending.onRestart()
    this.invariants.booking.checkTables()
    const connection = new RecordsConnection({
      ...{ records: this.records, faults: this.faults, journal: this.journal },
      databaseAnswers: () => this.#databaseAnswers(),
      onKilled: () => this.#kill(),
    })
    const engine = new SimulatedEngine({
      ...{ rules: this.#rules, exchange: this.#exchange, connection, faults: this.faults, random: this.#brokerRandom },
      ...{ clock: this.#clock, clockError: () => this.#clockError, sending: this.invariants.sending },
    })
    this.#life = { engine, connection }
    this.#failuresBefore = 0
    for (const since of [this.#lostSince, this.#unwindSince, this.#idleSince]) since.clear()
    this.#told.clear()
    void engine.start(this.#session.open)
  }

  #kill(): void {
    this.#life?.connection.kill()
    this.#life?.engine.end()
    this.#life = null
    this.#restartAt = this.#clock.now + this.#chance.integer(1, 60) * SECOND
  }

  #databaseAnswers(): boolean {
    return this.#clock.now >= this.#databaseBackAt
  }

  #draw(what: string): SeededRandom {
    return new SeededRandom(`${this.#seed}:${what}`)
  }
}

/** An option's price in this step by everything published about it; null: none, or several. */
function onlyPrice(token: string, ticks: readonly Tick[], now: Instant): number | null {
  const told = new Set(ticks.filter((tick) => tick.token === token).map(({ at, lastPrice }) => (at === now ? lastPrice : null)))
  const [price] = told
  return told.size === 1 ? (price ?? null) : null
}

function positionsOf(strategies: readonly StoredStrategy[]): ReadonlyMap<string, PositionRule> {
  return new Map(
    strategies.flatMap(({ id, rules }) => {
      const parsed = parseRuleSet(rules)
      if (!parsed.ok) throw new TypeError(`the rules of ${id} do not parse: ${JSON.stringify(parsed.error)}`)
      return parsed.value.position ? [[id, parsed.value.position] as const] : []
    }),
  )
}

/** Like the store's ids: a later one is greater. */
function newId(madeBefore: number, random: SeededRandom): string {
  const tail = Array.from({ length: 20 }, () => random.integer(0, 15).toString(16)).join('')
  const digits = madeBefore.toString(16).padStart(12, '0') + tail
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
