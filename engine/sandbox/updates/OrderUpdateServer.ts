import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { refuseSocket } from '../feed/Handshake.ts'
import type { LedgerEntry } from '../orders/LedgerEntry.ts'
import type { Ledger } from '../orders/Ledger.ts'
import type { Access } from '../access/Access.ts'
import { bearerToken } from '../access/guards.ts'
import { connectedFrame, frameCode, orderFrame } from './orderFrame.ts'

/** Connections of one client code. */
const MAX_CONNECTIONS = 3
const MAX_MESSAGE_BYTES = 1_024

interface Connection {
  readonly clientCode: string
  /** A frame that waits for the next one to overtake it. */
  held: string | null
}

/** The order-status socket (SmartAPI §9): publishes to each client the updates of his own orders, from his connection on. */
export class OrderUpdateServer {
  readonly #access: Access
  readonly #log: Logger
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  readonly #connections = new Map<WebSocket, Connection>()
  readonly #stopListening: () => void

  constructor(access: Access, ledger: Ledger, log: Logger) {
    this.#access = access
    this.#log = log
    this.#stopListening = ledger.onEntry((entry) => this.#tell(entry))
  }

  /** Ends every connection. */
  close(): void {
    this.#stopListening()
    this.drop(null)
    this.#sockets.close()
  }

  /** Breaks the connections of a client; null: of everybody. */
  drop(clientCode: string | null): void {
    for (const [socket, connection] of this.#connections)
      if (clientCode === null || connection.clientCode === clientCode) socket.terminate()
  }

  /** Takes a handshake at the socket's path. */
  async take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const header = request.headers.authorization ?? ''
    const session = header.startsWith('Bearer ') ? await this.#access.sessions.check(bearerToken(header), 'access') : null
    if (!session?.ok)
      return session?.error === 'expired' ? refuseSocket(socket, 403, 'Token expired') : refuseSocket(socket, 401, 'Invalid Token')
    const { clientCode } = session.value
    const held = [...this.#connections.values()].filter((connection) => connection.clientCode === clientCode)
    if (held.length >= MAX_CONNECTIONS) return refuseSocket(socket, 429, 'Too many connections')
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened, clientCode))
  }

  #serve(socket: WebSocket, clientCode: string): void {
    this.#connections.set(socket, { clientCode, held: null })
    socket.on('close', () => this.#connections.delete(socket))
    socket.on('error', (error) => this.#log.warn({ err: error }, 'order update connection failed'))
    socket.on('message', (data, isBinary) => {
      if (!isBinary && data.toString() === 'ping') socket.send('pong')
    })
    socket.send(connectedFrame(clientCode))
  }

  #tell(entry: LedgerEntry): void {
    if (entry.kind !== 'order' || entry.order.visibleFrom > entry.at) return
    const { clientCode } = entry.order
    const code = frameCode(entry.order)
    if (code === null) return
    const { faults } = this.#access
    for (const [socket, connection] of this.#connections) {
      if (connection.clientCode !== clientCode || faults.state('muteOrderSocket', clientCode)) continue
      const untagged = faults.draw('missingTags', clientCode, ({ of }) => of !== 'books')
      const frame = orderFrame(entry.order, code, untagged?.as ?? null)
      const late = faults.draw('lateFrames', clientCode)
      if (late) setTimeout(() => this.#send(socket, connection, frame), late.milliseconds).unref()
      else this.#send(socket, connection, frame)
    }
  }

  #send(socket: WebSocket, connection: Connection, frame: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    const { faults } = this.#access
    const overtaken = connection.held
    connection.held = null
    if (overtaken === null && faults.draw('shuffledFrames', connection.clientCode)) {
      connection.held = frame
      return
    }
    const copies = faults.draw('duplicateFrames', connection.clientCode) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) socket.send(frame)
    if (overtaken !== null) socket.send(overtaken)
  }
}
