import { WebSocket } from 'ws'
import { BrokerError } from '../port.ts'
import type { SessionTokens } from './SmartApiSignOn.ts'

const HANDSHAKE_TIMEOUT_MS = 7_000
/** The largest packet is 443 bytes, an order has some 1,000, error texts are short. */
const LARGEST_MESSAGE = 64 * 1024

export interface SocketAddress {
  /** In errors. */
  readonly name: string
  readonly url: string
  readonly apiKey: string
  readonly clientCode: string
}

/**
 * An open socket to the broker; tokens that it refuses are renewed once. Rejects with a BrokerError: `auth` for a 401 or 403, `throttled`
 * for too many connections, else `unreachable`.
 */
export async function dialBroker(
  address: SocketAddress,
  tokens: SessionTokens,
  renew: (refused: SessionTokens) => Promise<SessionTokens>,
): Promise<WebSocket> {
  try {
    return await openBrokerSocket(address, tokens)
  } catch (error) {
    if (!(error instanceof BrokerError) || error.kind !== 'auth') throw error
    return openBrokerSocket(address, await renew(tokens))
  }
}

function openBrokerSocket({ name, url, apiKey, clientCode }: SocketAddress, tokens: SessionTokens): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: {
        Authorization: `Bearer ${tokens.jwt}`,
        'x-api-key': apiKey,
        'x-client-code': clientCode,
        'x-feed-token': tokens.feed,
      },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: LARGEST_MESSAGE,
      perMessageDeflate: false,
    })
    const failed = (error: Error) => reject(new BrokerError('unreachable', `${name}: ${error.message}`))
    socket.once('open', () => {
      socket.off('error', failed)
      resolve(socket)
    })
    socket.on('error', failed)
    socket.once('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0
      const kind = status === 401 || status === 403 ? 'auth' : status === 429 ? 'throttled' : 'unreachable'
      reject(new BrokerError(kind, `${name}: HTTP ${status} ${String(response.headers['x-error-message'] ?? '')}`.trim()))
      request.destroy()
    })
  })
}
