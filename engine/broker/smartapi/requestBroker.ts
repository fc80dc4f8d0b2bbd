import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'

/** Less than servers keep a connection that nobody uses: a call must not meet one that is being closed. */
const IDLE_MS = 4_000

const KEPT = { keepAlive: true, timeout: IDLE_MS }
const PLAIN = new http.Agent(KEPT)
const SECURE = new https.Agent(KEPT)

export interface BrokerRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** By which family of addresses it connects; either when not given. */
  readonly family: 4 | 6 | undefined
  readonly signal: AbortSignal
}

/** One call as it is, and its answer. Redirects are not followed. Rejects with Node's error, whose code tells whether it ever connected. */
export function requestBroker(
  url: string,
  { method, headers, body, family, signal }: BrokerRequest,
): Promise<{ readonly status: number; readonly date: string | undefined; readonly body: string }> {
  const [request, agent] = url.startsWith('https:') ? [https.request, SECURE] : [http.request, PLAIN]
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent, family, signal }, (response) => {
      const { statusCode, headers: answered } = response
      text(response).then((received) => resolve({ status: statusCode ?? 0, date: answered.date, body: received }), reject)
    })
    call.on('error', reject)
    call.end(body ?? undefined)
  })
}
