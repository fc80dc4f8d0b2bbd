import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { SECOND } from '../../../schema/time.ts'

/** In total, whatever the number of name servers and their delays. */
export const LOOKUP_MS = 3 * SECOND
const HOSTS_FILE = '/etc/hosts'

/**
 * The addresses of a host, IPv4 first; empty when there is no answer within three seconds. Queries the process's name servers over its own
 * sockets: the system's resolver would hold one of the few threads that the whole process shares, for as long as a stranger's name server
 * likes. With `localNames`, also resolves `localhost` and the names in this machine's hosts file.
 */
export async function addressesOf(host: string, { localNames }: { readonly localNames: boolean }): Promise<string[]> {
  if (isIP(host)) return [host]
  const local = localNames ? await localAddressesOf(host) : []
  if (local.length > 0) return local
  const resolver = new Resolver({ timeout: SECOND, tries: 2 })
  resolver.setServers(dns.getServers())
  const deadline = setTimeout(() => resolver.cancel(), LOOKUP_MS)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    clearTimeout(deadline)
  }
}

async function localAddressesOf(host: string): Promise<string[]> {
  if (/(^|\.)localhost$/i.test(host)) return ['127.0.0.1', '::1']
  const lines = (await readFile(HOSTS_FILE, 'utf8').catch(() => '')).split('\n')
  return lines.flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) && names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : []
  })
}
