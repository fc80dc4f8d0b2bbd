import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { err, ok, type Result } from '../../schema/errors.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import { isPublicAddress } from './isPublicAddress.ts'

const TIMEOUT_MS = 5 * SECOND

export interface WebhookCall {
  readonly url: string
  readonly secret: Uint8Array
  /** The same for each attempt of one notification: receivers may leave out what they have had. */
  readonly deliveryId: string
  readonly body: string
  readonly at: Instant
  /** Whether it may go to private addresses. */
  readonly privateHosts: boolean
}

/**
 * Posts JSON to a stranger's server, signed: `Sakha-Signature: t=<seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. Goes to the very address
 * that was looked at, follows no redirect, reads no answer and waits five seconds at most. The error is a sentence for the webhook's owner.
 */
export async function postWebhook({ url, secret, deliveryId, body, at, privateHosts }: WebhookCall): Promise<Result<null, string>> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await addressesOf(host)
  const [address] = addresses
  if (address === undefined) return err(`The host ${host} is not known`)
  // One private address among several is enough to refuse: a connection might take that one.
  if (!privateHosts && !addresses.every(isPublicAddress)) return err(`The host ${host} is not on the public internet`)
  const seconds = Math.floor(at / SECOND)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const family = isIP(address) === 6 ? 6 : 4
  return new Promise((resolve) => {
    const { request } = protocol === 'http:' ? http : https
    const sent = request(
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
        // The name could lead elsewhere when it is looked up again.
        lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      },
      (response) => {
        const { statusCode = 0 } = response
        response.destroy()
        resolve(statusCode >= 200 && statusCode < 300 ? ok(null) : err(`The webhook answered ${statusCode}`))
      },
    )
    sent.on('error', ({ name }) =>
      resolve(
        err(
          name === 'AbortError' ? `The webhook did not answer within ${TIMEOUT_MS / SECOND} seconds` : 'The webhook could not be reached',
        ),
      ),
    )
    sent.end(body)
  })
}

/** Empty when the name is not known. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
