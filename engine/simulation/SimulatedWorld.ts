import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { HOUR, istInstant, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { actAtRandom } from './actAtRandom.ts'
import { positionsOf } from './positionsOf.ts'
import { RecordsConnection } from './RecordsConnection.ts'
import { createPeople } from './createPeople.ts'
import { Faults } from './Faults.ts'
import { Invariants } from './Invariants.ts'
import { Journal } from './Journal.ts'
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
    if ('exitOf' in act) this.invariants.exits.onRequested(act.exitOf)
    this.#life?.engine.obey()
  }

  #trade(now: Instant): void {
    const life = this.#life
    const trading = now >= this.#session.open && now < this.#session.close
    const sent: Tick[] = trading ? [this.#exchange.step(now)] : []
    if (!life) return
    for (const contract of trading ? life.engine.watched : [])
      sent.push(this.#exchange.quote(contract, now, this.faults.fires('depth thin') ? THIN_LOTS : DEEP_LOTS))
    const delivered = this.#feed.deliver(now, sent)
    const { hasResumed } = life.engine
    const ticks = hasResumed ? delivered.ticks : []
    const failures = this.#failuresBefore
    this.#failuresBefore = life.connection.failures
    const { exits } = this.invariants
    exits.onStepBegin()
    if (delivered.broken) life.engine.onFeedBroken()
    for (const tick of ticks) {
      if (tick === sent[0]) this.#freshAt = now
      exits.onTold(tick)
      life.engine.onTick(tick)
    }
    life.engine.onBeat()
    this.#afterStep = () => {
      const undisturbed = this.#life === life && life.connection.failures === failures && Math.abs(this.#clockError) <= CLOCK_TOLERANCE
      if (undisturbed && hasResumed) exits.check(ticks)
    }
  }

  #start(): void {
    this.restarts++
    this.#freshAt = null
    this.invariants.onRestart()
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

/** Like the store's ids: a later one is greater. */
function newId(madeBefore: number, random: SeededRandom): string {
  const tail = Array.from({ length: 20 }, () => random.integer(0, 15).toString(16)).join('')
  const digits = madeBefore.toString(16).padStart(12, '0') + tail
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
