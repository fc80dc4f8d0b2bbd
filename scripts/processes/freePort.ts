import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a port on this machine can be listened on. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Throws one sentence that names the setting to change when a port is taken. */
export async function requireFreePort(setting: string, port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new Error(`Port ${port} is already in use. Set ${setting} to a free port, for example ${setting}=${port + 1} npm start.`)
}
