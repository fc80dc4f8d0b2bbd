import { destination, pino, type Logger } from 'pino'
import { countAndLog } from '../../schema/loggedErrors.ts'

const SECRETS = ['authorization', 'password', 'confirmPassword', 'token', 'refreshToken']

/** JSON lines on standard error; secrets are blotted out wherever they turn up to two levels deep. */
export function createLog(): Logger {
  return pino(
    {
      name: 'gateway',
      redact: SECRETS.flatMap((secret) => [secret, `*.${secret}`, `*.*.${secret}`]),
      hooks: { logMethod: countAndLog },
    },
    destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 100 }),
  )
}
