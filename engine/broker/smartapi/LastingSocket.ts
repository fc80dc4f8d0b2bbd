import { setTimeout as sleep } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import { SECOND } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'

const HEARTBEAT = 10 * SECOND
/** Two unanswered heartbeats: the socket is dead without a close event. */
const SILENCE = 2.5 * HEARTBEAT
const FIRST_DELAY = 200
const LONGEST_DELAY = 15 * SECOND

export interface SocketParts {
  /** Opens a socket; rejects with a BrokerError. */
  readonly dial: () => Promise<WebSocket>
  readonly onOpen: (socket: WebSocket) => void
  readonly onMessage: (data: Buffer, isBinary: boolean) => void
  /** Before every attempt at another one, from 1. */
  readonly onReconnecting: (attempt: number, reason: string) => void
  /** It is open and does not answer its heartbeats: it must be restarted. */
  readonly onSilence: (reason: string) => void
  readonly onError: (error: Error) => void
}

/** One of the broker's sockets, replaced when it dies: by the wire, or by not answering its heartbeats. */
export class LastingSocket {
  readonly #parts: SocketParts
  readonly #closing = new AbortController()
  #socket: WebSocket | null = null
  #heartbeat: NodeJS.Timeout | undefined
  #heardAt = 0

  constructor(parts: SocketParts) {
    this.#parts = parts
  }

  /** Opens the first socket; rejects with a BrokerError. From then on it reconnects by itself until it is closed. */
  async open(): Promise<void> {
    this.#adopt(await this.#parts.dial())
  }

  /** Keeps at it from the first socket on. Resolves when that is open, or when it is closed. */
  openPatiently(): Promise<void> {
    return this.#reconnect('not connected yet')
  }

  close(): void {
    this.#closing.abort()
    const socket = this.#socket
    this.#socket = null
    clearInterval(this.#heartbeat)
    socket?.terminate()
  }

  /** Drops the socket and dials another; without one it does nothing. */
  restart(reason: string): void {
    const socket = this.#socket
    if (!socket) return
    socket.terminate()
    this.#lost(socket, reason)
  }

  /** Without a socket it is not sent: what must be there again is sent in `onOpen`. */
  send(text: string): void {
    this.#socket?.send(text)
  }

  #adopt(socket: WebSocket): void {
    if (this.#closing.signal.aborted) return socket.terminate()
    this.#socket = socket
    this.#heardAt = performance.now()
    socket.on('message', (data, isBinary) => this.#receive(socket, data, isBinary))
    socket.on('close', (code) => this.#lost(socket, `socket closed (${code})`))
    socket.on('error', (error) => this.#parts.onError(error))
    this.#heartbeat = setInterval(() => this.#beat(socket), HEARTBEAT)
    this.#parts.onOpen(socket)
  }

  #receive(socket: WebSocket, data: RawData, isBinary: boolean): void {
    if (socket !== this.#socket) return
    this.#heardAt = performance.now()
    // binaryType is ws's default, under which every message is one Buffer.
    if (Buffer.isBuffer(data)) this.#parts.onMessage(data, isBinary)
  }

  #beat(socket: WebSocket): void {
    if (performance.now() - this.#heardAt > SILENCE) this.#parts.onSilence(`no message for ${SILENCE / SECOND} s`)
    else socket.send('ping')
  }

  #lost(socket: WebSocket, reason: string): void {
    if (socket !== this.#socket) return
    this.#socket = null
    clearInterval(this.#heartbeat)
    void this.#reconnect(reason)
  }

  async #reconnect(firstReason: string): Promise<void> {
    let reason = firstReason
    for (let attempt = 1; !this.#closing.signal.aborted; attempt++) {
      this.#parts.onReconnecting(attempt, reason)
      const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1)) * (0.5 + Math.random())
      try {
        await sleep(delay, undefined, { signal: this.#closing.signal })
        this.#adopt(await this.#parts.dial())
        return
      } catch (error) {
        if (this.#closing.signal.aborted) return
        if (!(error instanceof BrokerError)) throw error
        reason = error.message
      }
    }
  }
}
