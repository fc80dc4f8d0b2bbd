import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerEntry } from '../../../engine/sandbox/orders/LedgerEntry.ts'
import { isFinal, type Product, type SandboxOrder } from '../../../engine/sandbox/orders/Order.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'

const LOOK_EVERY = 200
/** Of so many looks the market's time is remembered. */
const KEPT_TIMES = 50_000

/** A contract of an account. */
export interface Held {
  readonly exchange: SandboxOrder['exchange']
  readonly token: string
  readonly tradingSymbol: string
  /** Bought less sold, by product. */
  readonly units: ReadonlyMap<Product, number>
}

/** The exchange's own ledger, read as it grows: the truth about every account, and which market time was when. */
export class ExchangeMirror {
  /** All of the run, in their order. */
  readonly entries: LedgerEntry[] = []
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #times: { readonly real: Instant; readonly market: Instant }[] = []
  #isOver = false

  private constructor(url: string, secret: string) {
    this.#url = url
    this.#headers = { 'x-sandbox-control': secret }
  }

  /** Resolves once it has read what is there; it then follows by itself. */
  static async open(url: string, secret: string): Promise<ExchangeMirror> {
    const mirror = new ExchangeMirror(url, secret)
    await mirror.look()
    void mirror.#follow()
    return mirror
  }

  /** Market time of the last look. */
  get now(): Instant {
    return this.#times.at(-1)?.market ?? NaN
  }

  /** Market time at a real time, to a fifth of a second. */
  marketAt(real: Instant): Instant {
    const [first] = this.#times
    if (!first || real <= first.real) return first?.market ?? NaN
    return (this.#times.findLast((time) => time.real <= real) ?? first).market
  }

  /** Reads what is new. */
  async look(): Promise<void> {
    const after = this.entries.at(-1)?.seq ?? 0
    const response = await fetch(`${this.#url}/sandbox/ledger?after=${after}`, { headers: this.#headers })
    const { now, entries } = (await response.json()) as { now: Instant; entries: readonly LedgerEntry[] }
    const known = this.entries.at(-1)?.seq ?? 0
    this.entries.push(...entries.filter(({ seq }) => seq > known))
    this.#times.push({ real: Date.now(), market: now })
    if (this.#times.length > KEPT_TIMES) this.#times.shift()
  }

  /** Each order of an account as it stands, oldest first. */
  orders(clientCode: string): SandboxOrder[] {
    const orders = new Map<string, SandboxOrder>()
    for (const entry of this.entries)
      if (entry.kind === 'order' && entry.order.clientCode === clientCode) orders.set(entry.order.orderId, entry.order)
    return [...orders.values()]
  }

  /** Those that wait at the exchange. */
  resting(clientCode: string): SandboxOrder[] {
    return this.orders(clientCode).filter((order) => order.resting !== null && !isFinal(order) && !order.vanished)
  }

  /** What an account has traded today, also what it does not hold any more, by trading symbol. */
  held(clientCode: string): Map<string, Held> {
    const held = new Map<
      string,
      { readonly exchange: Held['exchange']; token: string; tradingSymbol: string; units: Map<Product, number> }
    >()
    const add = ({ exchange, token, tradingSymbol }: Omit<Held, 'units'>, product: Product, units: number) => {
      const of = held.get(tradingSymbol) ?? { exchange, token, tradingSymbol, units: new Map<Product, number>() }
      held.set(tradingSymbol, of)
      of.units.set(product, (of.units.get(product) ?? 0) + units)
    }
    for (const entry of this.entries) {
      if (entry.kind === 'day') held.clear()
      if (entry.kind === 'fill' && entry.fill.clientCode === clientCode)
        add(entry.fill, entry.fill.product, entry.fill.side === 'BUY' ? entry.fill.units : -entry.fill.units)
      if (entry.kind !== 'conversion' || entry.conversion.clientCode !== clientCode) continue
      const { conversion } = entry
      const units = conversion.side === 'BUY' ? conversion.units : -conversion.units
      add(conversion, conversion.from, -units)
      add(conversion, conversion.to, units)
    }
    return held
  }

  stop(): void {
    this.#isOver = true
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      // A look that fails is made up for by the next.
      await this.look().catch(() => sleep(SECOND))
      await sleep(LOOK_EVERY)
    }
  }
}
