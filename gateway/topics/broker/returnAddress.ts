import { CALLBACK_PATH } from './BrokerLogins.ts'

/** The names that a browser on this machine has for it, under which it keeps different cookies. */
const ALIASES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/**
 * Where the browser has to come back to, when that is not the public address: somebody who opened this machine by its other name, at the
 * same port. Null: the registered address is right. Whatever else a `host` says is not believed.
 */
export function returnAddress(host: string | undefined, publicUrl: string): string | null {
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  const [here, known] = [new URL(`http://${host}`), new URL(publicUrl)]
  if (here.host !== host || known.protocol !== 'http:') return null
  const isAlias = ALIASES.has(here.hostname) && ALIASES.has(known.hostname) && here.hostname !== known.hostname
  return isAlias && here.port === known.port ? here.origin + CALLBACK_PATH : null
}
