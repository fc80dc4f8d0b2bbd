import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { addressesOf, LOOKUP_MS } from './addressesOf.ts'
import { isPublicAddress } from './isPublicAddress.ts'

const TIMEOUT_MS = 5 * SECOND
/** One sentence for an unknown name, a private address and a host that does not answer: else anybody could map that network. */
const NOT_DELIVERED = 'The message could not be delivered to that address'

export interface WebhookCall {
  readonly url: string
  readonly secret: Uint8Array
  /** The same for each attempt at one notification: receivers can deduplicate. */
  readonly deliveryId: string
  readonly body: string
  readonly at: Instant
  /** Whether it may go to private addresses. */
  readonly privateHosts: boolean
}

export interface WebhookFailure {
  /** For the webhook's owner. */
  readonly problem: string
  /** For the operator, and nobody else. */
  readonly found: string
}

/**
 * Posts JSON to a stranger's server, signed: `Sakha-Signature: t=<seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. Connects to the very address
 * that was checked, follows no redirect, reads no answer and waits five seconds at most once the name is resolved. Every failure takes at
 * least as long as a name lookup may, so that the time does not reveal the reason either.
 */
export async function postWebhook(call: WebhookCall): Promise<Result<null, WebhookFailure>> {
  const begun = performance.now()
  const host = new URL(call.url).hostname.replace(/^\[|\]$/g, '')
  const sent = await postTo(host, call)
  if (!sent.ok && sent.error.problem === NOT_DELIVERED && !call.privateHosts)
    await delay(Math.max(0, LOOKUP_MS - (performance.now() - begun)))
  return sent
}

async function postTo(host: string, call: WebhookCall): Promise<Result<null, WebhookFailure>> {
  const addresses = await addressesOf(host, { localNames: call.privateHosts })
  const [address] = addresses
  if (address === undefined) return undelivered(`no name server knows ${host}, or none said so in time`)
  // A single private address among several is a refusal: the name does not lead to the owner's server alone.
  if (!call.privateHosts && !addresses.every(isPublicAddress))
    return undelivered(`${host} is not on the public internet: ${addresses.join(', ')}`)
  return postAt(address, call)
}

function postAt(address: string, { url, secret, deliveryId, body, at }: WebhookCall): Promise<Result<null, WebhookFailure>> {
  const seconds = Math.floor(at / SECOND)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const family = isIP(address) === 6 ? 6 : 4
  return new Promise((resolve) => {
    const isPlain = new URL(url).protocol === 'http:'
    let connected = false
    const sent = (isPlain ? http : https).request(
      url,
      {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Sakha' },
          ...{ 'sakha-delivery': deliveryId, 'sakha-signature': `t=${seconds},v1=${signature}` },
        },
        agent: false,
        maxHeaderSize: 8_192,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The name could resolve differently on a second lookup.
        lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      },
      (response) => {
        const { statusCode = 0 } = response
        response.destroy()
        resolve(statusCode >= 200 && statusCode < 300 ? ok(null) : failed(`The webhook answered ${statusCode}`))
      },
    )
    sent.on('socket', (socket) => socket.once(isPlain ? 'connect' : 'secureConnect', () => (connected = true)))
    sent.on('error', (error) =>
      resolve(
        connected && error.name === 'AbortError'
          ? failed(`The webhook did not answer within ${TIMEOUT_MS / SECOND} seconds`)
          : undelivered(`${address}: ${error.message}`),
      ),
    )
    sent.end(body)
  })
}

const undelivered = (found: string) => err({ problem: NOT_DELIVERED, found })
/** The owner may know what his own server did. */
const failed = (problem: string) => err({ problem, found: problem })
