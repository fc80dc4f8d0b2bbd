import { isIPv6 } from 'node:net'

/** The owner of a network address, as far as it shows: for IPv6 the network of 64 bits, within which one customer has every address. */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address.toLowerCase()
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [left = [], right] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const groups = right ? [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right] : left
  return groups.slice(0, 4).join(':')
}
