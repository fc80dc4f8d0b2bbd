/** The least an HTTP server in this language does for a list: Fastify, one object, JSON.stringify. Gets the object's JSON as a message, answers its port. */
import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'

process.once('message', (json: string) => {
  const list: unknown = JSON.parse(json)
  const app = Fastify()
  app.post('/list', async () => list)
  void app.listen({ port: 0, host: '127.0.0.1' }).then(() => process.send?.((app.server.address() as AddressInfo).port))
})
