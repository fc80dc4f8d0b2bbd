import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'

const ANY_PORT = 443

/**
 * The address of this machine that its calls to a host leave from, as the routes have it; null when there is no way there. `wanted`: the
 * family that they are made with, either unless given. Nothing is sent.
 */
export async function outgoingAddress(url: string, wanted: 4 | 6 | 0 = 0): Promise<string | null> {
  try {
    const { address, family } = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { family: wanted })
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    try {
      // For UDP, connect only looks up the route.
      socket.connect(ANY_PORT, address)
      await once(socket, 'connect')
      return socket.address().address
    } finally {
      socket.close()
    }
  } catch {
    return null
  }
}
