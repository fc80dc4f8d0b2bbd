import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { istInstant } from '../../../schema/time.ts'
import { openTestBroker, type TestBroker } from '../../broker/accounts/testing/openTestBroker.ts'
import type { Failpoint } from '../../runtime/failpoint.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { EngineProcess, type EngineProcessSettings } from '../../testing/EngineProcess.ts'
import { connectLiveUsers } from './connectLiveUsers.ts'
import { LiveJudge } from './LiveJudge.ts'

const USERS = 4
/** A market minute is six seconds: the broker's books, which may be read once a second, keep up with it. */
const SPEED = 10
/** Real seconds for which a leg may be without a stop at the exchange once an engine trades. */
const NAKED_FOR = 5
/**
 * The same where a kill came between the commit of a stop and its call: it may be one that shows up late, and a second one could sell
 * twice. It is waited for during two market minutes, in which the engine alone watches its leg (decision 226).
 */
const NAKED_IF_NOT_SENT = NAKED_FOR + 120 / SPEED

/** An engine that has traded live for four users, and is gone; it is started, killed and judged again and again. For tests only. */
export class KilledLiveEngine {
  readonly broker: TestBroker
  readonly settings: EngineProcessSettings
  readonly engine: EngineProcess
  readonly judge: LiveJudge
  #clientCodes: ReadonlyMap<string, string> = new Map()
  /** Tags of stops whose call a kill prevented, in earlier lives. */
  #notSent: readonly string[] = []

  private constructor(broker: TestBroker) {
    const { sandbox, database } = broker
    this.broker = broker
    const environment = { ALLOW_LIVE: 'yes' }
    this.settings = { databaseUrl: database.url, home: sandbox.home, sandboxPort: sandbox.port, environment }
    this.engine = new EngineProcess(this.settings)
    this.judge = new LiveJudge(database.db, sandbox.control)
  }

  /** Runs `test` with one whose users hold legs, with subscriptions of these terms; what its engines said is written where it fails. */
  static async during(test: (killed: KilledLiveEngine) => Promise<void>, terms?: Parameters<typeof connectLiveUsers>[1]): Promise<void> {
    const start = istInstant('2026-07-01', 9 * 60 + 30)
    const killed = new KilledLiveEngine(await openTestBroker({ speed: SPEED, seed: 7, accounts: USERS, start }))
    try {
      await killed.#tradeOnce(terms)
      await test(killed)
    } catch (error) {
      process.stderr.write(`the engine said:\n${killed.engine.log.slice(-60).join('\n')}\n`)
      throw error
    } finally {
      await killed.engine.end('SIGKILL')
      await killed.broker.remove()
    }
  }

  async #tradeOnce(terms: Parameters<typeof connectLiveUsers>[1]): Promise<void> {
    await this.engine.start()
    this.#clientCodes = await connectLiveUsers(this.broker, terms)
    // Kills come only when there is something to lose.
    await expect.poll(() => this.broker.database.db.leg.count({ where: { status: 'RUNNING' } })).toBeGreaterThanOrEqual(USERS)
    await this.engine.end('SIGKILL')
  }

  /** What holds after the recovery from a kill, and for some milliseconds more. Resolves with the measurements. */
  async expectRecovered(milliseconds = 0): Promise<string> {
    const { judge } = this
    const watch = judge.watchNakedness()
    try {
      const { legs, seconds } = await judge.expectProtected()
      await judge.expectNothingLost()
      await judge.expectNothingDoubledOrOversold()
      await sleep(milliseconds)
      const naked = await watch.end()
      const notSent = await judge.stopsNotSent()
      const isExcused = notSent.some((tag) => !this.#notSent.includes(tag))
      this.#notSent = notSent
      expect(Math.max(seconds, naked)).toBeLessThanOrEqual(isExcused ? NAKED_IF_NOT_SENT : NAKED_FOR)
      return `${seconds.toFixed(1)} (${legs}), ${naked.toFixed(1)}`
    } finally {
      await watch.end()
    }
  }

  /** Killed at a place, at that passage of it, the next life recovers; so from place to place, and the last life ends in order. */
  async expectOutlives(places: readonly Failpoint[], passage: number): Promise<void> {
    const { engine, judge } = this
    const measured: string[] = []
    for (const place of places) {
      // A start reconciles once: two of them end there.
      const isOnce = place === 'mid-reconciliation'
      for (let time = isOnce ? passage : 1; time > 0; time--) await engine.dieAt(isOnce ? place : `${place}:${passage}`)
      await judge.expectNothingDoubledOrOversold()
      await engine.start()
      measured.push(`${place} ${await this.expectRecovered()}`)
      await judge.expectFollowed()
      await engine.end('SIGKILL')
    }
    this.print(measured)
    await this.expectEndsInOrder()
  }

  /** The last life of a test: books and exchange agree, and it ends on request. */
  async expectEndsInOrder(): Promise<void> {
    const { engine, judge } = this
    const { db } = this.broker.database
    await engine.start()
    await db.subscription.updateMany({ data: { isActive: false } })
    await this.expectRecovered()
    await judge.expectSamePositions(this.#clientCodes)
    expect(await engine.end('SIGTERM')).toBe(0)
    await judge.expectNothingDoubledOrOversold()
    await expectBooksInOrder(db)
    expect(await db.order.count({ where: { mode: 'PAPER' } })).toBe(0)
  }

  /** The run was worth something: trades were closed, too. */
  async expectClosedTrades(): Promise<void> {
    expect(await this.broker.database.db.trade.count({ where: { status: { not: 'RUNNING' } } })).toBeGreaterThan(0)
  }

  print(measured: readonly string[]): void {
    process.stdout.write(`seconds from a restart until all open legs were protected (legs), and longest without: ${measured.join('; ')}\n`)
  }
}
