import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** At which of a connection's requests it is cut: before the database gets it, or when the database has answered and nobody heard. */
export interface Cut {
  readonly request: number
  readonly when: 'before' | 'after'
}

/** Frontend messages after which PostgreSQL answers: Query and Sync. */
const ENDS_REQUEST = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)])

/** Stands before a database and cuts the first connection at a certain request; it takes no other. For tests only. */
export class CuttingProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #cut: Cut
  readonly #target: URL
  /** Resolves when the connection has been cut. */
  readonly done: Promise<void>
  #onDone!: () => void

  private constructor(databaseUrl: string, cut: Cut) {
    this.#target = new URL(databaseUrl)
    this.#cut = cut
    this.done = new Promise((resolve) => (this.#onDone = resolve))
    this.#server = createServer((client) => this.#serve(client))
  }

  static async start(databaseUrl: string, cut: Cut): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(databaseUrl, cut)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** Of the database, through here. */
  get url(): string {
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return url.href
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(client: Socket): void {
    const { request, when } = this.#cut
    const server = connect(Number(this.#target.port), this.#target.hostname)
    const requests = new Requests()
    const cut = () => {
      client.destroy()
      server.destroy()
      this.#server.close()
      this.#onDone()
    }
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.on('data', (chunk: Buffer) => {
      const count = requests.countWith(chunk)
      if (count >= request && when === 'before') cut()
      else server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (requests.count >= request) cut()
      else client.write(chunk)
    })
  }
}

/** Counts the requests in what a client sends. */
class Requests {
  count = 0
  #rest = Buffer.alloc(0)
  #started = false

  countWith(chunk: Buffer): number {
    let rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      // The first message has no letter before its length.
      const letter = this.#started ? 1 : 0
      if (rest.length < letter + 4) break
      const length = letter + rest.readUInt32BE(letter)
      if (rest.length < length) break
      if (this.#started && ENDS_REQUEST.has(rest[0]!)) this.count++
      this.#started = true
      rest = rest.subarray(length)
    }
    this.#rest = rest
    return this.count
  }
}
