import { openPool, type Pool } from '../client.ts'
import { statementsOn } from '../inTransaction.ts'
import { EventReader } from './EventReader.ts'
import { keepListening } from './keepListening.ts'
import { EVENT_CHANNEL } from './message.ts'
import type { Bus, BusSubscription, EventSubscription, Hearing } from './port.ts'
import { parsePrices, PRICE_CHANNEL, tellPrices } from './prices.ts'
import { Relay } from './Relay.ts'
import type { PricesMoved } from '../../schema/events/SakhaEvent.ts'

/**
 * The bus that needs nothing but the database: LISTEN and NOTIFY. Every listener stands by as relay, so there is one wherever events are
 * heard.
 * Raw SQL: the connection that listens is asked whether it lives.
 */
export class PostgresBus implements Bus {
  readonly #databaseUrl: string
  /** Of prices alone, which wait for nothing else. */
  readonly #pool: Pool

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#pool = openPool(databaseUrl, 'prices', 1)
  }

  async listen(hearing: Hearing): Promise<EventSubscription> {
    const reader = new EventReader(hearing)
    const listening = await keepListening(this.#databaseUrl, {
      channel: EVENT_CHANNEL,
      onPayload: (payload) => reader.take(payload),
      look: (client) => reader.catchUp(client),
    })
    const relay = new Relay(this.#databaseUrl)
    return {
      get lastNumber() {
        return reader.lastNumber
      },
      async close() {
        await Promise.all([relay.close(), listening.close()])
      },
    }
  }

  tellPrices(moved: Omit<PricesMoved, 'type'>): Promise<void> {
    return tellPrices(statementsOn(this.#pool), moved)
  }

  listenPrices(onPrices: (moved: PricesMoved) => void): Promise<BusSubscription> {
    return keepListening(this.#databaseUrl, {
      channel: PRICE_CHANNEL,
      onPayload: (payload) => {
        const moved = parsePrices(payload)
        if (moved) onPrices(moved)
        else process.emitWarning(`A notification on the channel "${PRICE_CHANNEL}" holds no prices and was passed over.`)
      },
      look: async (client) => void (await client.query('SELECT 1')),
    })
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
