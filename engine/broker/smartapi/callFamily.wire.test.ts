import { once } from 'node:events'
import { createServer } from 'node:http'
import dns from 'node:dns'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { brokerPlace } from './brokerPlace.ts'
import { ENDPOINTS } from './endpoints.ts'
import { SmartApiHttp } from './SmartApiHttp.ts'

/** A host with both addresses, as the broker's is. */
const HOST = 'localhost'
const BOTH = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
]

/** The families by which the host was reached, in the order of the calls. */
const reached: string[] = []
const servers = BOTH.map(() =>
  createServer((request, response) => {
    reached.push(request.socket.remoteFamily ?? '')
    response.end(JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data: null }))
  }),
)
let restUrl = ''

beforeEach(async () => {
  const [newer, older] = servers
  newer!.listen(0, '::1')
  await once(newer!, 'listening')
  const { port } = newer!.address() as AddressInfo
  older!.listen(port, '127.0.0.1')
  await once(older!, 'listening')
  restUrl = `http://${HOST}:${port}`
  // What this machine calls localhost is up to its hosts file: both, the newer one first, as resolvers give them.
  vi.spyOn(dns, 'lookup').mockImplementation(lookupBoth as typeof dns.lookup)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

function lookupBoth(_host: string, options: dns.LookupAllOptions, done: (error: null, ...found: unknown[]) => void) {
  const found = BOTH.filter(({ family }) => !options.family || options.family === family)
  if (options.all) done(null, found)
  else done(null, found[0]!.address, found[0]!.family)
}

it.each([
  ['203.0.113.7', 'IPv4'],
  ['2001:db8::7', 'IPv6'],
])('with %s registered the broker is called by %s', async (staticIp, expected) => {
  const config = {
    databaseUrl: '',
    port: 0,
    metricsHost: '127.0.0.1',
    algoId: null,
    allowLive: 'NOBODY' as const,
    sandboxPort: 0,
    home: '',
    tracesTo: null,
  }
  const { market } = await brokerPlace({ ...config, staticIp, broker: { kind: 'smartapi', apiKey: 'key' } })
  const http = new SmartApiHttp({ ...market, restUrl })
  await http.send(ENDPOINTS.placeOrder, {}, 'token')
  http.close()
  expect(reached.splice(0)).toEqual([expected])
})
