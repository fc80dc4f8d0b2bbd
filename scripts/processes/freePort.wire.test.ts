import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, requireFreePort } from './freePort.ts'

test('a port that is taken is refused with who has it, where that can be told, and the setting to change', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const by = process.platform === 'linux' ? ` by .+ \\(process ${process.pid}\\)` : ''
  await expect(requireFreePort('PORT', port)).rejects.toThrow(
    new RegExp(`^Port ${port} is already in use${by}\\. Set PORT to a free port, for example PORT=${port + 1} npm start\\.$`),
  )
  server.close()
  await once(server, 'close')
  await requireFreePort('PORT', port)
})

test('an address that this machine does not have is refused as one', async () => {
  const refused = requireFreePort('PORT', await freePort(), '192.0.2.1')
  await expect(refused).rejects.toThrow('This machine has no address 192.0.2.1 to listen on (EADDRNOTAVAIL). Set HOST to one that it has')
})
