import { connect as connectSocket } from 'node:net'
import { doubtful, fine, wrong, type Finding, type Found } from '../../engine/broker/doctor/Finding.ts'
import type { Installation } from './readInstallation.ts'

const ANSWER_MS = 5_000
const BROKER_HOST = 'apiconnect.angelone.in'
const SMTP_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** Which servers answer from here: engine, gateway, broker, mail server. */
export async function examineServers({ port, enginePort, broker, sandboxPort, smtpUrl }: Installation): Promise<readonly Finding[]> {
  return [
    { subject: 'engine', ...(await readyz(enginePort, 'npm run engine -- run')) },
    { subject: 'gateway', ...(await readyz(port, 'npm run gateway -- run')) },
    { subject: 'broker', ...(await brokerOf(broker, sandboxPort)) },
    ...(smtpUrl !== null && URL.canParse(smtpUrl) ? [{ subject: 'mail server', ...(await mailServer(new URL(smtpUrl))) }] : []),
  ]
}

/** A server on this machine that says itself whether it is ready. One that runs elsewhere is not seen from here. */
async function readyz(port: number, command: string): Promise<Found> {
  const address = `127.0.0.1:${port}`
  try {
    const answer = await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const said = await answer.text()
    if (!answer.ok) return wrong(`not ready on ${address}: ${said}`)
    return said.includes('"degraded"') ? doubtful(`ready on ${address}, but: ${said}`) : fine(`ready on ${address}`)
  } catch {
    return doubtful(`nothing answers on ${address}: start it with "${command}", unless it runs on another machine`)
  }
}

function brokerOf(broker: string, sandboxPort: number): Promise<Found> {
  if (broker === 'smartapi') return reached(BROKER_HOST, 443, '"npm run engine -- doctor --broker" looks closer')
  return reached('127.0.0.1', sandboxPort, 'the sandbox')
}

async function mailServer({ protocol, hostname, port }: URL): Promise<Found> {
  const standard = protocol === 'smtps:' ? SMTP_PORTS['smtps:'] : SMTP_PORTS['smtp:']
  return reached(hostname, port === '' ? standard : Number(port), 'mails wait as jobs until it does')
}

async function reached(host: string, port: number, note: string): Promise<Found> {
  const failure = await new Promise<string | null>((resolve) => {
    const socket = connectSocket({ host, port, timeout: ANSWER_MS })
    const end = (reason: string | null) => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end(`no answer within ${ANSWER_MS / 1_000} s`))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
  return failure === null ? fine(`${host}:${port} is reached (${note})`) : wrong(`${host}:${port} is not reached: ${failure} (${note})`)
}
