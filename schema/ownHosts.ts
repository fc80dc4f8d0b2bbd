import { isIP } from 'node:net'

/** What every machine calls itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/**
 * Makes the question whether a request's Host names this server, which listens on an address and is known by `names` besides. A page whose
 * own name was led to this machine (DNS rebinding) sends that name, and is no page of ours. Ports are not compared: proxies and containers
 * change them. Undefined, which no browser sends, is no other's name.
 */
export function ownHosts(listensOn: string, names: readonly string[] = []): (host: string | undefined) => boolean {
  const own = new Set([...LOOPBACK, inUrl(listensOn), ...names].map((name) => name.toLowerCase()))
  return (host) => {
    if (host === undefined) return true
    const name = /^(\[[\da-f:.]+\]|[^:[\]/@\\\s]+?)\.?(?::\d*)?$/i.exec(host)?.[1]?.toLowerCase()
    if (name === undefined) return false
    // Whoever listens on every address has them all, and an address leads nowhere else.
    return own.has(name) || (EVERYWHERE.has(listensOn) && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  }
}

function inUrl(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}
