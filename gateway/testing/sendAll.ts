import { Agent, request } from 'node:http'
import type { RawRequest } from './restRequests.ts'

const AT_ONCE = 24
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** What would reveal a server's internals: stacks, paths, the database and its language. */
const LEAK =
  /[Pp]risma|[Pp]ostgres|node_modules|\bat \S+ \(|\.[tj]s:\d+|SELECT |INSERT |UPDATE "|relation "|constraint|invalid input syntax|INTERNAL_SERVER_ERROR/

export interface Outcome {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>
  /** Requests whose answer no client may get, with what is wrong. */
  readonly faults: readonly string[]
}

/**
 * Sends requests, many at once, each from a network address of its own: the server must trust one proxy. Faulty is an answer of 500 and
 * more (but 503 with Retry-After), one that reveals the server's internals, one without a request id, or none. For tests only.
 */
export async function sendAll(url: string, requests: readonly RawRequest[]): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  const queue = requests.entries()
  const work = async () => {
    for (const [i, raw] of queue) {
      const fault = await send(url, agent, raw, i, statuses).catch((error: unknown) => `no answer: ${String(error)}`)
      if (fault !== null) faults.push(`${fault}\n  to ${raw.method} ${raw.path} ${JSON.stringify(raw.headers)} ${String(raw.body)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  agent.destroy()
  return { statuses, faults }
}

async function send(url: string, agent: Agent, raw: RawRequest, index: number, statuses: Record<number, number>): Promise<string | null> {
  const { method, path, body } = raw
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  const headers = { 'x-forwarded-for': address, ...length, ...raw.headers }
  const { status, retryAfter, requestId, text } = await new Promise<Answered>((resolve, reject) => {
    const sent = request(url + path, { agent, method, headers }, (response) => {
      const parts: Buffer[] = []
      const answered = () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          requestId: String(response.headers['x-request-id']),
          text: Buffer.concat(parts).toString(),
        })
      // A file is broken off when another of these requests ends the session that it is sent by.
      const isFile = response.headers['content-disposition']?.startsWith('attachment') === true
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', isFile ? answered : reject)
      response.on('end', answered)
    })
    sent.on('error', reject).end(body ?? undefined)
  })
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status >= 500 && !(status === 503 && retryAfter !== undefined)) return `${status} ${text}`
  const leak = LEAK.exec(text)
  if (leak) return `"${leak[0]}" in ${status} ${text.slice(0, 500)}`
  return REQUEST_ID.test(requestId) ? null : `no request id in ${status} ${text.slice(0, 200)}`
}

interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly requestId: string
  readonly text: string
}
