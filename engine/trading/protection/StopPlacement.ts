import type { Logger } from 'pino'
import { formatRupees, paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { ExecutionPort } from '../../broker/port.ts'
import { basketOrderOf, type OpenLeg } from '../positions/legs.ts'

/** Market milliseconds until a leg whose stop does not rest is decided upon again: the account's funds may have grown. */
const DECIDED_AGAIN_AFTER = MINUTE

export interface StopPlacementParts {
  readonly broker: Pick<ExecutionPort, 'margin' | 'funds'>
  /** The open live legs of a user, as they are now. */
  readonly legsOf: (userId: string) => readonly OpenLeg[]
  /** Whether a stop rests for a leg, or perhaps does. */
  readonly protects: (legId: string) => boolean
  readonly log: Pick<Logger, 'warn' | 'info'>
}

interface Verdict {
  readonly rests: boolean
  /** The open legs of its trade, on which it depends. */
  readonly of: string
  /** Market time. */
  readonly at: Instant
}

/**
 * Which legs have their stop rest at the exchange. A stop order that rests there takes its leg out of the hedge: the margin of a position
 * with sold legs grows at once, and without funds for that the broker may close it. So of such positions a stop rests only where the account
 * has the margin for it; the others are watched by the engine alone. All other legs' stops rest. Where the broker cannot be asked, a stop is
 * placed: the broker decides then.
 */
export class StopPlacement {
  readonly #parts: StopPlacementParts
  /** By leg. */
  readonly #verdicts = new Map<string, Verdict>()
  /** Legs that are being decided upon. */
  readonly #asked = new Set<string>()
  /** One after the other for each user: a stop that may rest has the margin before the next is asked for. */
  readonly #turns = new Map<string, Promise<void>>()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: StopPlacementParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Market time advanced. `open`: the open live legs. */
  onTime(now: Instant, open: ReadonlySet<string>): void {
    this.#now = now
    for (const legId of this.#verdicts.keys()) if (!open.has(legId)) this.#verdicts.delete(legId)
  }

  /** Whether the stop of a leg may be placed at the exchange. Where that is not known it is asked for, and false until then. */
  mayRest(leg: OpenLeg): boolean {
    const beside = this.#positionOf(leg)
    if (beside.length < 2 || beside.every(({ side }) => side === 'BUY')) return true
    const verdict = this.#verdicts.get(leg.id)
    const isKnown = verdict?.of === idsOf(beside)
    if (isKnown && verdict.rests) return true
    if (!isKnown || Math.abs(this.#now - verdict.at) >= DECIDED_AGAIN_AFTER) this.#ask(leg)
    return false
  }

  /** Whether a leg is watched by the engine alone, for want of margin. */
  isWatched(leg: OpenLeg): boolean {
    const verdict = this.#verdicts.get(leg.id)
    return verdict?.rests === false && verdict.of === idsOf(this.#positionOf(leg)) && !this.#parts.protects(leg.id)
  }

  #ask(leg: OpenLeg): void {
    if (this.#asked.has(leg.id)) return
    this.#asked.add(leg.id)
    const turn = (this.#turns.get(leg.userId) ?? Promise.resolve()).then(() => this.#decide(leg))
    this.#turns.set(leg.userId, turn)
    void turn.finally(() => {
      this.#asked.delete(leg.id)
      if (this.#turns.get(leg.userId) === turn) this.#turns.delete(leg.userId)
    })
  }

  async #decide(leg: OpenLeg): Promise<void> {
    const beside = this.#positionOf(leg)
    const rests = await this.#isAffordable(leg, beside)
    const before = this.#verdicts.get(leg.id)
    this.#verdicts.set(leg.id, { rests, of: idsOf(beside), at: this.#now })
    if (before && !before.rests && rests)
      this.#parts.log.info({ legId: leg.id }, 'the account has the margin of a protective stop again: it is placed')
  }

  async #isAffordable(leg: OpenLeg, beside: readonly OpenLeg[]): Promise<boolean> {
    const { broker, protects, log } = this.#parts
    const account = { userId: leg.userId, mode: 'LIVE' } as const
    const resting = new Set(beside.flatMap(({ id }) => (protects(id) ? id : [])))
    const promised = new Set([...resting, ...beside.flatMap(({ id }) => (this.#verdicts.get(id)?.rests ? id : []))])
    try {
      const { available } = await broker.funds(account)
      const now = await this.#marginOf(beside, resting)
      const needed = (await this.#marginOf(beside, new Set([...promised, leg.id]))) - now
      if (needed <= available) return true
      const numbers = {
        legId: leg.id,
        option: leg.contract.tradingSymbol,
        needed: formatRupees(paise(needed)),
        available: formatRupees(available),
      }
      if (this.#verdicts.get(leg.id)?.rests !== false)
        log.warn(numbers, 'a stop does not rest at the exchange: it would take more margin than the account has')
      return false
    } catch (error) {
      log.warn({ err: error, legId: leg.id }, 'whether the account has the margin of a protective stop is not known: it is placed')
      return true
    }
  }

  /** Of a position, paise: the legs whose stops rest are no part of the hedge, sold ones of them cost what they cost alone. */
  async #marginOf(beside: readonly OpenLeg[], resting: ReadonlySet<string>): Promise<number> {
    const hedged = beside.filter(({ id }) => !resting.has(id))
    const alone = beside.filter(({ id, side }) => resting.has(id) && side === 'SELL').map((leg) => [leg])
    // Bought legs by themselves are paid.
    const baskets = [hedged, ...alone].filter((legs) => legs.some(({ side }) => side === 'SELL'))
    let sum = 0
    for (const legs of baskets) sum += await this.#parts.broker.margin({ userId: legs[0]!.userId, mode: 'LIVE' }, legs.map(basketOrderOf))
    return sum
  }

  #positionOf({ userId, tradeId }: OpenLeg): readonly OpenLeg[] {
    return this.#parts.legsOf(userId).filter((leg) => leg.tradeId === tradeId)
  }
}

function idsOf(legs: readonly OpenLeg[]): string {
  return legs.map(({ id }) => id).join(' ')
}
