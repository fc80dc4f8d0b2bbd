import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { dialBroker } from '../dialBroker.ts'
import { LastingSocket } from '../LastingSocket.ts'
import { readOrder, type OrderRow } from './bookRows.ts'
import type { LiveAccount } from './LiveAccount.ts'

export interface OrderUpdateParts {
  readonly url: string
  readonly account: LiveAccount
  readonly onOrder: (row: OrderRow) => void
  /** Whatever happened before it opened was missed. */
  readonly onOpen: () => void
  readonly log: Pick<Logger, 'warn'>
}

const frame = z.object({ orderData: z.unknown() })

/** The order-status socket of one account. Frames may be missing, repeated or late, and it may be mute. */
export class OrderUpdateSocket {
  readonly #parts: OrderUpdateParts
  readonly #socket: LastingSocket
  #distrustTokens = false

  constructor(parts: OrderUpdateParts) {
    this.#parts = parts
    const { account, log } = parts
    this.#socket = new LastingSocket({
      dial: () => this.#dial(),
      onOpen: parts.onOpen,
      onMessage: (data) => this.#receive(data.toString()),
      onReconnecting: (attempt, reason) => {
        if (attempt > 1) log.warn({ clientCode: account.clientCode, attempt, reason }, 'order updates reconnecting')
      },
      onSilence: (reason) => {
        this.#distrustTokens = true
        this.#socket.restart(reason)
      },
      onError: (error) => log.warn({ reason: error.message }, 'order update socket error'),
    })
  }

  /** Connects, and keeps at it until it is closed. */
  open(): void {
    void this.#socket.openPatiently()
  }

  close(): void {
    this.#socket.close()
  }

  async #dial(): Promise<WebSocket> {
    const { account, url } = this.#parts
    let tokens = await account.tokens()
    if (this.#distrustTokens) tokens = await account.renew(tokens)
    this.#distrustTokens = false
    const { apiKey, clientCode } = account
    return dialBroker({ name: 'order updates', url, apiKey, clientCode }, tokens, (refused) => account.renew(refused))
  }

  #receive(text: string): void {
    if (text === 'pong') return
    const row = readOrder(frame.safeParse(parseJson(text)).data?.orderData)
    if (row) this.#parts.onOrder(row)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
