import { destination, pino, type Logger } from 'pino'
import { countAndLog } from '../../schema/loggedErrors.ts'

const SECRETS = ['pin', 'totp', 'totpSecret', 'apiKey', 'password', 'jwtToken', 'refreshToken', 'feedToken', 'authorization', 'databaseUrl']

/** The process's log: JSON lines on standard error, secrets blotted out at the top and one level down. */
export function createLog(process: string): Logger {
  return pino(
    { base: { process }, redact: [...SECRETS, ...SECRETS.map((name) => `*.${name}`)], hooks: { logMethod: countAndLog } },
    destination({ dest: 2, sync: true }),
  )
}
