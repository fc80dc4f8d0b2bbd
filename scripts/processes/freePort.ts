import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { portHolder } from './portHolder.ts'

const LOOPBACK = '127.0.0.1'

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a port on this machine can be listened on. */
export async function isPortFree(port: number, host = LOOPBACK): Promise<boolean> {
  return (await listenError(port, host)) === null
}

/** Throws one sentence that says why a port cannot be listened on, and names the setting to change. */
export async function requireFreePort(setting: string, port: number, host = LOOPBACK): Promise<void> {
  const code = await listenError(port, host)
  if (code === null) return
  const other = `Set ${setting} to a free port, for example ${setting}=${port < 1_024 ? port + 8_000 : port + 1} npm start.`
  if (code === 'EADDRINUSE') throw new Error(`Port ${port} is already in use${portHolder(port)}. ${other}`)
  if (code === 'EACCES') throw new Error(`Port ${port} may not be opened by this user (EACCES): ports below 1024 need a right. ${other}`)
  throw new Error(
    `This machine has no address ${host} to listen on (${code}). Set HOST to one that it has, or leave HOST out for ${LOOPBACK}.`,
  )
}

async function listenError(port: number, host: string): Promise<string | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}
