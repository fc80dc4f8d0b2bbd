import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly port: number
  /** The text of the nth request, head and body; it must keep the connection alive. */
  readonly request: (n: number) => string
  readonly connections: number
  /** Ends after so many requests, … */
  readonly requests?: number
  /** … or when so many milliseconds have gone by. */
  readonly ms?: number
}

export interface Load {
  readonly perSecond: number
  /** Milliseconds from request to the last byte of its answer. */
  readonly latencies: readonly number[]
  /** Body of the last answer. */
  readonly body: string
}

/**
 * Sends requests over kept connections, each the next one when it is answered. It reads no more than it must, because it takes turns with
 * the servers on the same processors. Throws at an answer other than 200.
 */
export async function load({ port, request, connections, requests = Infinity, ms = Infinity }: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  let sent = 0
  let body = ''
  const from = performance.now()
  async function drive(): Promise<void> {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    try {
      while (sent < requests && performance.now() - from < ms) {
        const at = performance.now()
        socket.write(request(sent++))
        body = await answerOf(socket)
        latencies.push(performance.now() - at)
      }
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, drive))
  return { perSecond: (latencies.length / (performance.now() - from)) * 1_000, latencies, body }
}

/** The body of one answer with a known length or in chunks. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let missing: number | null = null
    const finish = (end: () => void) => {
      socket.off('data', take).off('close', closed)
      end()
    }
    const closed = () => finish(() => reject(new Error('the server closed the connection')))
    const take = (piece: Buffer) => {
      pieces.push(piece)
      if (missing === null) {
        const head = piece.indexOf('\r\n\r\n')
        const text = piece.toString('latin1', 0, head)
        const length = /content-length: (\d+)/i.exec(text)?.[1]
        if (head < 0 || !text.startsWith('HTTP/1.1 200') || length === undefined) {
          return finish(() => reject(new Error(`answered with ${piece.toString('utf8', 0, 500)}`)))
        }
        missing = Number(length) + head + 4
      }
      missing -= piece.length
      if (missing > 0) return
      const answer = Buffer.concat(pieces).toString()
      finish(() => resolve(answer.slice(answer.indexOf('\r\n\r\n') + 4)))
    }
    socket.on('data', take).on('close', closed)
  })
}
