import { networkInterfaces } from 'node:os'

/**
 * The headers in which the broker wants the caller's addresses. It does not check them, and behind a NAT it sees the public one itself: where
 * the system does not list the interfaces (a sandbox without netlink, say), they name the loopback's address.
 */
export function machineHeaders(read: typeof networkInterfaces = networkInterfaces): Readonly<Record<string, string>> {
  const { ip, mac } = outwardAddress(read)
  return { 'X-ClientLocalIP': ip, 'X-ClientPublicIP': ip, 'X-MACAddress': mac }
}

function outwardAddress(read: typeof networkInterfaces): { readonly ip: string; readonly mac: string } {
  const loopback = { ip: '127.0.0.1', mac: '00:00:00:00:00:00' }
  try {
    const outward = Object.values(read())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)
    return outward ? { ip: outward.address, mac: outward.mac } : loopback
  } catch {
    return loopback
  }
}
