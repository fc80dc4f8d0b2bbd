import { BlockList, isIP } from 'node:net'

/** Addresses that no stranger's webhook may reach: IANA's special-purpose registries (RFC 6890 and its successors), IPv4. */
const SPECIAL_V4 = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'] as const),
  ...(['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'] as const),
  ...(['224.0.0.0/4', '240.0.0.0/4'] as const),
]
/** Of IPv6 only globally allocated addresses count, less those that lead elsewhere: tunnels, translations and documentation. */
const GLOBAL_V6 = '2000::/3'
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const special = listOf(SPECIAL_V4, 'ipv4')
const globalV6 = listOf([GLOBAL_V6], 'ipv6')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')

/**
 * Whether an IP address is on the public internet. Private, loopback, link-local, multicast and reserved ones are not, nor is text that is
 * no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
